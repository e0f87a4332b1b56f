// SPDX-License-Identifier: MIT

/// Uninitialized memory for a number of values.
///
/// The owner keeps track of initialized values, and moves all of them out before the memory is
/// freed. An access beyond the capacity traps. All containers of this module with manual memory use
/// this type.
@safe @usableFromInline struct MemoryBuffer<Element>: ~Copyable {
    @usableFromInline private(set) var baseAddress: UnsafeMutablePointer<Element>
    @usableFromInline private(set) var capacity: Int
    /// Whether the memory belongs to this buffer, which can then grow.
    @usableFromInline let isOwner: Bool

    @usableFromInline init(capacity: Int) {
        unsafe baseAddress = .allocate(capacity: capacity)
        self.capacity = capacity
        isOwner = true
    }

    /// Uses memory of another owner, which must outlive the buffer.
    @unsafe init(in memory: UnsafeMutableRawPointer, capacity: Int) {
        unsafe baseAddress = memory.bindMemory(to: Element.self, capacity: capacity)
        self.capacity = capacity
        isOwner = false
    }

    // NB: Swift 6.3 traps if inlinable code that does not see the `deinit` sets a property of this type.
    @inlinable deinit {
        if isOwner { unsafe baseAddress.deallocate() }
    }

    /// Returns the address of the first of `count` values.
    @unsafe @inlinable @inline(__always) func pointer(at index: Int, count: Int = 1) -> UnsafeMutablePointer<Element> {
        precondition(
            index >= 0 && count >= 0 && index <= capacity - count,
            "Index \(index) is out of bounds of memory for \(capacity) values."
        )
        return unsafe baseAddress + index
    }

    /// Allocates more memory, and moves the first `count` values there.
    @usableFromInline mutating func grow(to larger: Int, moving count: Int) {
        precondition(isOwner, "\(larger) values do not fit in fixed memory for \(capacity) values.")
        precondition(larger >= count && count <= capacity, "\(count) values do not fit in memory for \(larger) values.")
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        unsafe memory.moveInitialize(from: baseAddress, count: count)
        unsafe baseAddress.deallocate()
        unsafe baseAddress = memory
        capacity = larger
    }
}

@available(*, unavailable)
extension MemoryBuffer: Sendable {}
