// SPDX-License-Identifier: MIT

import CRexSystem

/// Numbers threads in the order in which they are seen.
@usableFromInline struct ThreadNumbers: Sendable {
    /// The numbers of the threads, by the bits of their ids.
    private var numbers: [Int: Int] = [:]

    /// The system's id of the calling thread.
    ///
    /// The id of an ended thread may be reused.
    @usableFromInline static var current: UInt { rex_thread() }

    mutating func number(of thread: UInt) -> Int {
        let thread = Int(bitPattern: thread)
        if let number = numbers[thread] { return number }
        numbers[thread] = numbers.count + 1
        return numbers.count
    }
}
