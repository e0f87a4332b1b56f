// SPDX-License-Identifier: MIT

/// The newest of many elements, in their order.
struct Newest<Element> {
    private let capacity: Int
    private var elements: [Element] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    mutating func append(_ element: Element) {
        // Twice as many are kept, so that they are seldom moved.
        if elements.count - capacity >= capacity { elements.removeFirst(elements.count - capacity + 1) }
        elements.append(element)
    }

    var all: ArraySlice<Element> { elements.suffix(capacity) }
}
