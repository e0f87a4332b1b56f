// SPDX-License-Identifier: MIT

import CRexSystem
#if canImport(CDispatch) && !canImport(Darwin)
import CDispatch
#endif

/// Numbers threads in the order in which they are seen.
@usableFromInline struct ThreadNumbers: Sendable {
    /// The numbers of the threads, by the bits of their ids.
    private var numbers: [Int: Int] = [:]

    /// The system's id of the calling thread.
    ///
    /// The id of an ended thread may be reused. The main queue has an id of its own on Linux, where
    /// it moves between threads.
    @usableFromInline static var current: UInt {
        #if canImport(CDispatch) && !canImport(Darwin)
        // Faster than `DispatchQueue.getSpecific`, which locks.
        if unsafe UInt(bitPattern: dispatch_queue_get_label(nil)) == mainLabel { return .max }
        #endif
        return rex_thread()
    }

    #if canImport(CDispatch) && !canImport(Darwin)
    /// The address of the main queue's label, which no other queue has.
    private static let mainLabel = unsafe UInt(bitPattern: dispatch_queue_get_label(dispatch_get_main_queue()))
    #endif

    mutating func number(of thread: UInt) -> Int {
        let thread = Int(bitPattern: thread)
        if let number = numbers[thread] { return number }
        numbers[thread] = numbers.count + 1
        return numbers.count
    }
}
