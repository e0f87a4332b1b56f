// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The number of errors that each thread has thrown.
///
/// With it, a test store that is released because of a thrown error doesn't report a missing
/// `finish()`.
enum ThrownErrors {
    private struct Counts {
        var all = 0
        /// For the bits of each thread's id, the value of `all` after its last error.
        var last: [Int: Int] = [:]
    }

    private static let counts = Lock(Counts())

    /// The number of errors thrown in this process since the first call of this property.
    static var count: Int {
        _ = isCounting
        return counts.withLock { $0.all }
    }

    /// Returns whether this thread has thrown an error since `count` was read.
    static func wasThrown(since count: Int) -> Bool {
        counts.withLock { $0.last[thread, default: 0] > count }
    }

    private static var thread: Int { Int(bitPattern: rex_thread()) }

    private static func note() {
        counts.withLock { counts in
            counts.all += 1
            counts.last[thread] = counts.all
        }
    }

    // The Swift runtime calls one function before each `throw`, and another one before each `throw` of a typed error.
    // The
    // functions that were installed before are still called.

    private typealias Pointer = UnsafeMutableRawPointer
    private typealias AnyHandler = @convention(c) @Sendable (_ error: Pointer?) -> Void
    private typealias TypedHandler =
        @convention(c) @Sendable (_ error: Pointer?, _ type: Pointer?, _ conformance: Pointer?) -> Void

    private static let anyHook = "_swift_willThrow"
    private static let typedHook = "_swift_willThrowTypedImpl"
    // The functions that were installed before. They are read before they are replaced.
    private static let previousAny = unsafe rex_symbol(anyHook).flatMap { unsafe $0.load(as: AnyHandler?.self) }
    private static let previousTyped = unsafe rex_symbol(typedHook).flatMap { unsafe $0.load(as: TypedHandler?.self) }

    private static let isCounting: Bool = {
        guard let anyAddress = unsafe rex_symbol(anyHook), let typedAddress = unsafe rex_symbol(typedHook) else {
            return false
        }
        _ = unsafe (previousAny, previousTyped)
        let anyHandler: AnyHandler = {
            ThrownErrors.note()
            unsafe ThrownErrors.previousAny?($0)
        }
        let typedHandler: TypedHandler = {
            ThrownErrors.note()
            unsafe ThrownErrors.previousTyped?($0, $1, $2)
        }
        unsafe rex_store_pointer(anyAddress, unsafeBitCast(anyHandler, to: Pointer.self))
        unsafe rex_store_pointer(typedAddress, unsafeBitCast(typedHandler, to: Pointer.self))
        return true
    }()
}
