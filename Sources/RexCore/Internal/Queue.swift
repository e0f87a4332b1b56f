// SPDX-License-Identifier: MIT

/// First in, first out, at amortised constant cost; the room that it once needed is used again.
struct Queue<Element> {
    private var ring: ContiguousArray<Element?> = []
    private var first = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) {
        if count == ring.count { grow() }
        var index = first + count
        if index >= ring.count { index -= ring.count }
        ring[index] = element
        count += 1
    }

    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = ring[first].take()
        first += 1
        if first == ring.count { first = 0 }
        count -= 1
        return element
    }

    private mutating func grow() {
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
