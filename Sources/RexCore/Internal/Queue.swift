// SPDX-License-Identifier: MIT

/// First in, first out, at amortised constant cost; the room that it once needed is used again.
@usableFromInline package struct Queue<Element> {
    @usableFromInline var ring: ContiguousArray<Element?> = []
    @usableFromInline var first = 0
    @usableFromInline package var count = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable package mutating func append(_ element: Element) {
        if count == ring.count { grow() }
        var index = first + count
        if index >= ring.count { index -= ring.count }
        ring[index] = element
        count += 1
    }

    @inlinable package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = ring[first].take()
        first += 1
        if first == ring.count { first = 0 }
        count -= 1
        return element
    }

    @usableFromInline mutating func grow() {
        var larger = ContiguousArray<Element?>()
        larger.reserveCapacity(max(4, count * 2))
        while let element = popFirst() { larger.append(element) }
        let filled = larger.count
        while larger.count < larger.capacity { larger.append(nil) }
        ring = larger
        first = 0
        count = filled
    }
}

@available(*, unavailable)
extension Queue: Sendable {}
