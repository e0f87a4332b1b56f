// SPDX-License-Identifier: MIT

/// First in, first out, at amortised constant cost.
///
/// Room that it once needed is used again, and given back once it was mostly empty for a while. Elements are moved in and
/// out, never copied.
@usableFromInline package struct Queue<Element>: ~Copyable {
    @usableFromInline var ring = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    @usableFromInline var first = 0
    @usableFromInline package var count = 0
    /// How often in a row the queue has run empty without having needed a quarter of its room.
    @usableFromInline var quietRuns = 0

    /// So much room is kept in any case.
    @inlinable static var small: Int { 64 }

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
        count -= 1
        if count == 0 {
            if ring.count > Self.small { ranEmpty() }
            first = 0
        } else if first == ring.count {
            if ring.count > Self.small, count < ring.count / 8 { move(toRoomFor: ring.count / 2) } else { first = 0 }
        }
        return element
    }

    /// Takes notice of how much room was needed since the queue was empty the last time.
    @usableFromInline mutating func ranEmpty() {
        quietRuns = first < ring.count / 4 ? quietRuns + 1 : 0
        guard quietRuns == 16 else { return }
        quietRuns = 0
        move(toRoomFor: max(Self.small, ring.count / 8))
    }

    @usableFromInline mutating func grow() {
        move(toRoomFor: max(4, count * 2))
    }

    @usableFromInline mutating func move(toRoomFor capacity: Int) {
        let other = UnsafeMutableBufferPointer<Element>.allocate(capacity: capacity)
        for offset in 0..<count {
            other.initializeElement(at: offset, to: ring.moveElement(from: (first + offset) % ring.count))
        }
        ring.deallocate()
        ring = other
        first = 0
    }
}

@available(*, unavailable)
extension Queue: Sendable {}
