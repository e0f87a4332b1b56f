// SPDX-License-Identifier: MIT

/// A first-in, first-out queue with amortised constant cost.
///
/// Its memory is reused, and shrinks after it has been mostly empty for a while. Elements are moved
/// in and out, never copied.
///
/// It is safe because no other code has the ring. Only the `count` slots from `first` on contain
/// elements; they wrap around the end of the ring.
@safe @usableFromInline package struct Queue<Element>: ~Copyable {
    @usableFromInline var ring = unsafe UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    @usableFromInline var first = 0
    @usableFromInline package var count = 0
    /// How often in a row the queue became empty without having used a quarter of its capacity.
    @usableFromInline var quietRuns = 0

    /// The capacity that is always kept.
    @inlinable static var small: Int { 64 }

    @inlinable package init() {}

    deinit {
        for offset in 0..<count { unsafe ring.deinitializeElement(at: (first + offset) % capacity) }
        unsafe ring.deallocate()
    }

    /// The number of elements that fit without more memory.
    @inlinable var capacity: Int { unsafe ring.count }

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable package mutating func append(_ element: consuming Element) {
        if count == capacity { grow() }
        var index = first + count
        if index >= capacity { index -= capacity }
        unsafe ring.initializeElement(at: index, to: element)
        count += 1
    }

    /// Calls `body` with each element, first in first, and leaves them in the queue.
    func forEach(_ body: (Element) -> Void) {
        for offset in 0..<count { unsafe body(ring[(first + offset) % capacity]) }
    }

    @inlinable package mutating func popFirst() -> Element? {
        isEmpty ? nil : removeFirst()
    }

    /// Removes and returns the first element.
    ///
    /// The queue must not be empty.
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

    /// Called when the queue becomes empty.
    ///
    /// Shrinks its memory if little of it was needed for a while.
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
