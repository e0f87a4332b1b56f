// SPDX-License-Identifier: MIT

import CRexSystem

/// The time of the system, in nanoseconds.
@usableFromInline enum Moment: Sendable {
    /// Since some moment in the past, the same for all threads.
    @usableFromInline static var now: UInt64 { read(CLOCK_MONOTONIC) }

    /// Since 1970.
    static var sinceEpoch: UInt64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        // The time outlives the call.
        unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// Numbers threads in the order in which they come up.
@usableFromInline struct ThreadNumbers: Sendable {
    private var numbers: [UInt: Int] = [:]

    /// The calling thread, as the system names it; the name of one that has ended can come up again.
    @usableFromInline static var current: UInt {
        #if canImport(Darwin)
        unsafe UInt(bitPattern: pthread_self())
        #else
        UInt(pthread_self())
        #endif
    }

    mutating func number(of thread: UInt) -> Int {
        if let number = numbers[thread] { return number }
        numbers[thread] = numbers.count + 1
        return numbers.count
    }
}
