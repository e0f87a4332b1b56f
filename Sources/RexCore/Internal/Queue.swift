// SPDX-License-Identifier: MIT

/// First in, first out, at amortised constant cost; the room that it once needed is used again.
///
/// Elements are moved in and out, never copied.
@usableFromInline package struct Queue<Element>: ~Copyable {
    @usableFromInline var ring = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    @usableFromInline var first = 0
    @usableFromInline package var count = 0

    @inlinable package init() {}

    deinit {
        for offset in 0..<count { ring.deinitializeElement(at: (first + offset) % ring.count) }
        ring.deallocate()
    }

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable package mutating func append(_ element: consuming Element) {
        if count == ring.count { grow() }
        var index = first + count
        if index >= ring.count { index -= ring.count }
        ring.initializeElement(at: index, to: element)
        count += 1
    }

    @inlinable package mutating func popFirst() -> Element? {
        isEmpty ? nil : removeFirst()
    }

    /// Takes out the first element; there has to be one.
    @inlinable package mutating func removeFirst() -> Element {
        let element = ring.moveElement(from: first)
        first += 1
        if first == ring.count { first = 0 }
        count -= 1
        return element
    }

    @usableFromInline mutating func grow() {
        let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(4, count * 2))
        for offset in 0..<count {
            larger.initializeElement(at: offset, to: ring.moveElement(from: (first + offset) % ring.count))
        }
        ring.deallocate()
        ring = larger
        first = 0
    }
}

@available(*, unavailable)
extension Queue: Sendable {}
