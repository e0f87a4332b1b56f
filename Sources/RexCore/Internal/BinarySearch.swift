// SPDX-License-Identifier: MIT

extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element for which `belongsToEnd` is true, or `endIndex`.
    ///
    /// It must be true for all elements after that one, too.
    ///
    /// - Complexity: O(log *n*)
    package func partitioningIndex(where belongsToEnd: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongsToEnd(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
