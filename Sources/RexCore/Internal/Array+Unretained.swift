// SPDX-License-Identifier: MIT

// A loop over an array retains and releases each object, which costs more than most calls of members
// and observers. With such loops, row W2 takes 2.3 times as long, and rows W4b and W5 1.3 times.
//
// These methods are safe because the array retains the objects and stays alive during the calls.

extension Array where Element: AnyObject {
    /// Calls `body` with the object at an index, without retaining it.
    @inlinable @inline(__always) package func withUnretained<Result>(
        at index: Int,
        _ body: (Element) -> Result
    ) -> Result {
        unsafe withUnsafeBufferPointer { objects in
            unsafe Unmanaged.passUnretained(objects[index])._withUnsafeGuaranteedRef(body)
        }
    }

    /// Calls `body` with each object, in order, without retaining them.
    @inlinable @inline(__always) package func forEachUnretained(_ body: (Element) -> Void) {
        for index in indices { withUnretained(at: index, body) }
    }
}
