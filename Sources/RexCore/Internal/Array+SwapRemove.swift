// SPDX-License-Identifier: MIT

extension Array where Element: AnyObject {
    /// Removes the object at an index by moving the last object there, and keeps the memory of a
    /// short list for later objects.
    ///
    /// - Returns: The moved object, which now has that index; nil if the removed one was the last.
    @inlinable package mutating func swapRemove(at index: Int) -> Element? {
        let last = removeLast()
        // A long list that is empty now frees its memory.
        if isEmpty, capacity > 64 { self = [] }
        guard index < count else { return nil }
        self[index] = last
        return last
    }
}
