// SPDX-License-Identifier: MIT

import CRexSystem

/// A number that any thread can read and write without a lock.
///
/// Unchecked Sendable, and memory safe: no other code has the pointer, the memory exists from
/// `init` to `deinit`, and each access is atomic.
@safe package struct AtomicInt32: ~Copyable, @unchecked Sendable {
    private let memory = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

    package init(_ value: Int32) {
        unsafe memory.initialize(to: value)
    }

    deinit {
        unsafe memory.deallocate()
    }

    package func load() -> Int32 { unsafe rex_atomic_load(memory) }

    package func store(_ value: Int32) {
        unsafe rex_atomic_store(memory, value)
    }
}
