// SPDX-License-Identifier: MIT

import CRexSystem

/// Numbers threads in the order in which they come up.
@usableFromInline struct ThreadNumbers: Sendable {
    private var numbers: [UInt: Int] = [:]

    /// The calling thread, as the system names it; the name of one that has ended can come up
    /// again.
    @usableFromInline static var current: UInt { rex_thread() }

    mutating func number(of thread: UInt) -> Int {
        if let number = numbers[thread] { return number }
        numbers[thread] = numbers.count + 1
        return numbers.count
    }
}
