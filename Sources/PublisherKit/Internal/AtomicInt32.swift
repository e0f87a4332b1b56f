// SPDX-License-Identifier: MIT

// Also where there is Combine: publisher actions use it on every platform.
import CRexSystem

/// A number that any thread may read and write without a lock.
///
/// It is unchecked Sendable, and safe, because nobody else has the memory, which is good from
/// `init` to `deinit`, and because it is only read and written as a whole.
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
