// SPDX-License-Identifier: MIT

/// Memory for a number of values, which it neither initializes nor deinitializes.
///
/// The owner knows which places have a value, and takes all values out before the memory is gone.
/// An access beyond the capacity is refused. All containers here with memory of their own use it.
@safe @usableFromInline struct MemoryBuffer<Element>: ~Copyable {
    @usableFromInline private(set) var baseAddress: UnsafeMutablePointer<Element>
    @usableFromInline private(set) var capacity: Int
    /// True if the memory is its own, and may become larger.
    @usableFromInline let isOwner: Bool

    @usableFromInline init(capacity: Int) {
        unsafe baseAddress = .allocate(capacity: capacity)
        self.capacity = capacity
        isOwner = true
    }

    /// Uses memory of another owner, which stays as it is as long as this lives.
    @unsafe init(in memory: UnsafeMutableRawPointer, capacity: Int) {
        unsafe baseAddress = memory.bindMemory(to: Element.self, capacity: capacity)
        self.capacity = capacity
        isOwner = false
    }

    // NB: Swift 6.3 stops where code that is inlinable sets a property of this type, and may not see what that ends.
    @inlinable deinit {
        if isOwner { unsafe baseAddress.deallocate() }
    }

    /// The address of the first of `count` values.
    @unsafe @inlinable @inline(__always) func pointer(at index: Int, count: Int = 1) -> UnsafeMutablePointer<Element> {
        precondition(
            index >= 0 && count >= 0 && index <= capacity - count,
            "A place was used that memory does not have."
        )
        return unsafe baseAddress + index
    }

    /// Allocates more memory, and moves the first values there.
    @usableFromInline mutating func grow(to larger: Int, moving count: Int) {
        precondition(isOwner, "\(larger) values were to be in memory that has room for \(capacity) and gets no more.")
        precondition(larger >= count && count <= capacity, "More values were to be moved than there is room for.")
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        unsafe memory.moveInitialize(from: baseAddress, count: count)
        unsafe baseAddress.deallocate()
        unsafe baseAddress = memory
        capacity = larger
    }
}

@available(*, unavailable)
extension MemoryBuffer: Sendable {}
