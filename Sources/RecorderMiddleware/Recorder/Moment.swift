// SPDX-License-Identifier: MIT

import CRexSystem

/// The time of the system, in nanoseconds.
@usableFromInline enum Moment: Sendable {
    /// Since some moment in the past, the same for all threads.
    @usableFromInline static var now: UInt64 { rex_monotonic_nanoseconds() }

    /// Since 1970.
    static var sinceEpoch: UInt64 { rex_epoch_nanoseconds() }
}

/// Numbers threads in the order in which they come up.
@usableFromInline struct ThreadNumbers: Sendable {
    private var numbers: [UInt: Int] = [:]

    /// The calling thread, as the system names it; the name of one that has ended can come up again.
    @usableFromInline static var current: UInt { rex_thread() }

    mutating func number(of thread: UInt) -> Int {
        if let number = numbers[thread] { return number }
        numbers[thread] = numbers.count + 1
        return numbers.count
    }
}
