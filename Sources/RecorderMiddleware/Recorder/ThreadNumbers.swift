// SPDX-License-Identifier: MIT

import CRexSystem
#if os(Linux)
import Dispatch
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
        #if os(Linux)
        if DispatchQueue.getSpecific(key: mainQueue) != nil { return .max }
        #endif
        return rex_thread()
    }

    #if os(Linux)
    /// A key whose value only the main queue has.
    private static let mainQueue: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
    #endif

    mutating func number(of thread: UInt) -> Int {
        let thread = Int(bitPattern: thread)
        if let number = numbers[thread] { return number }
        numbers[thread] = numbers.count + 1
        return numbers.count
    }
}
