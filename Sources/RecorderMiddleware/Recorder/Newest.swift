// SPDX-License-Identifier: MIT

/// The newest elements of a sequence, in order.
struct Newest<Element> {
    private let capacity: Int
    private var elements: [Element] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    mutating func append(_ element: Element) {
        // Up to twice the capacity is kept, so that removals are rare.
        if elements.count - capacity >= capacity { elements.removeFirst(elements.count - capacity + 1) }
        elements.append(element)
    }

    var all: ArraySlice<Element> { elements.suffix(capacity) }
}
