// SPDX-License-Identifier: MIT

import CRexSystem
import Foundation

/// Calls `body` on a new thread, and returns how many bytes of that thread's stack were used.
package func stackUse(_ body: @escaping @Sendable () -> Void) -> Int {
    let size = 16 << 20
    let stack = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1 << 16)
    defer { unsafe stack.deallocate() }
    guard let base = stack.baseAddress else { preconditionFailure("The stack of \(size) bytes has no address.") }
    unsafe stack.initializeMemory(as: UInt8.self, repeating: 0)
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    let isSet = unsafe pthread_attr_setstack(&attributes, base, size)
    precondition(isSet == 0, "The thread's stack could not be set: error \(isSet).")
    let call = unsafe Unmanaged.passRetained(Body(call: body))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let isStarted = unsafe pthread_create(
        &thread,
        &attributes,
        { pointer in
            #if canImport(Darwin)
            unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().call()
            #else
            if let pointer = unsafe pointer { unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().call() }
            #endif
            return nil
        },
        call.toOpaque()
    )
    precondition(isStarted == 0, "The thread could not be started: error \(isStarted).")
    #if canImport(Darwin)
    if let thread = unsafe thread { unsafe pthread_join(thread, nil) }
    #else
    pthread_join(thread, nil)
    #endif
    let unused = unsafe stack.firstIndex { $0 != 0 } ?? size
    return size - unused
}

private final class Body: Sendable {
    let call: @Sendable () -> Void

    init(call: @escaping @Sendable () -> Void) {
        self.call = call
    }
}
