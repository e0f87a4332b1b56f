// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// Which thread has thrown an error last, and when, so that a test store that goes because of an
/// error is not asked for its end.
enum ThrownErrors {
    private struct Counts {
        var all = 0
        /// The number of the last one of each thread.
        var last: [UInt: Int] = [:]
    }

    private static let counts = Lock(Counts())

    /// The number of errors thrown in this process since the first call.
    static var count: Int {
        _ = isCounting
        return counts.withLock { $0.all }
    }

    /// True if this thread has thrown one since there were so many.
    static func wasThrown(since count: Int) -> Bool {
        counts.withLock { $0.last[rex_thread(), default: 0] > count }
    }

    private static func note() {
        counts.withLock { counts in
            counts.all += 1
            counts.last[rex_thread()] = counts.all
        }
    }

    // The runtime of Swift calls a function before each `throw`, and another one where the type of the error is known. Who
    // was called before is called still.

    private typealias Pointer = UnsafeMutableRawPointer
    private typealias AnyHandler = @convention(c) @Sendable (_ error: Pointer?) -> Void
    private typealias TypedHandler =
        @convention(c) @Sendable (_ error: Pointer?, _ type: Pointer?, _ conformance: Pointer?) -> Void

    private static let anyHook = "_swift_willThrow"
    private static let typedHook = "_swift_willThrowTypedImpl"
    // Who was called before; read before a function of this type is there.
    private static let formerAny = unsafe rex_symbol(anyHook).flatMap { unsafe $0.load(as: AnyHandler?.self) }
    private static let formerTyped = unsafe rex_symbol(typedHook).flatMap { unsafe $0.load(as: TypedHandler?.self) }

    private static let isCounting: Bool = {
        guard let anyPlace = unsafe rex_symbol(anyHook), let typedPlace = unsafe rex_symbol(typedHook) else {
            return false
        }
        _ = unsafe (formerAny, formerTyped)
        let anyHandler: AnyHandler = {
            ThrownErrors.note()
            unsafe ThrownErrors.formerAny?($0)
        }
        let typedHandler: TypedHandler = {
            ThrownErrors.note()
            unsafe ThrownErrors.formerTyped?($0, $1, $2)
        }
        unsafe rex_store_pointer(anyPlace, unsafeBitCast(anyHandler, to: Pointer.self))
        unsafe rex_store_pointer(typedPlace, unsafeBitCast(typedHandler, to: Pointer.self))
        return true
    }()
}
