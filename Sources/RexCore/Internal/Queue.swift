// SPDX-License-Identifier: MIT

/// First in, first out, at amortised constant cost.
///
/// Room that it once needed is used again, and given back once it was mostly empty for a while.
/// Elements are moved in and out, never copied.
///
/// It is safe because nobody else has the ring, in which the `count` places from `first` on, and no
/// others, hold elements; behind the last place follows the one at the front.
@safe @usableFromInline package struct Queue<Element>: ~Copyable {
    @usableFromInline var ring = unsafe UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    @usableFromInline var first = 0
    @usableFromInline package var count = 0
    /// The number of times in a row that the queue ran empty without having needed a quarter of its
    /// room.
    @usableFromInline var quietRuns = 0

    /// So much room is kept in any case.
    @inlinable static var small: Int { 64 }

    @inlinable package init() {}

    deinit {
        for offset in 0..<count { unsafe ring.deinitializeElement(at: (first + offset) % capacity) }
        unsafe ring.deallocate()
    }

    /// The count of elements that it can hold without more memory.
    @inlinable var capacity: Int { unsafe ring.count }

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable package mutating func append(_ element: consuming Element) {
        if count == capacity { grow() }
        var index = first + count
        if index >= capacity { index -= capacity }
        unsafe ring.initializeElement(at: index, to: element)
        count += 1
    }

    @inlinable package mutating func popFirst() -> Element? {
        isEmpty ? nil : removeFirst()
    }

    /// Takes out the first element; there has to be one.
    @inlinable package mutating func removeFirst() -> Element {
        precondition(!isEmpty, "removeFirst() was called on an empty queue. Check isEmpty first.")
        let element = unsafe ring.moveElement(from: first)
        first += 1
        count -= 1
        if count == 0 {
            if capacity > Self.small { ranEmpty() }
            first = 0
        } else if first == capacity {
            if capacity > Self.small, count < capacity / 8 { resize(to: capacity / 2) } else { first = 0 }
        }
        return element
    }

    /// Takes notice of how much room was needed since the queue was empty the last time.
    @usableFromInline mutating func ranEmpty() {
        quietRuns = first < capacity / 4 ? quietRuns + 1 : 0
        guard quietRuns == 16 else { return }
        quietRuns = 0
        resize(to: max(Self.small, capacity / 8))
    }

    @usableFromInline mutating func grow() {
        resize(to: max(4, count * 2))
    }

    @usableFromInline mutating func resize(to newCapacity: Int) {
        let other = UnsafeMutableBufferPointer<Element>.allocate(capacity: newCapacity)
        for offset in 0..<count {
            unsafe other.initializeElement(at: offset, to: ring.moveElement(from: (first + offset) % capacity))
        }
        unsafe ring.deallocate()
        unsafe ring = other
        first = 0
    }
}

@available(*, unavailable)
extension Queue: Sendable {}
