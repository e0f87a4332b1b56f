// SPDX-License-Identifier: MIT

/// The newest elements of a sequence, in order.
struct Newest<Element> {
    private let capacity: Int
    private var elements: [Element] = []
    /// The number of elements that were ever appended.
    private(set) var total = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    mutating func append(_ element: Element) {
        // Up to twice the capacity is kept, so that removals are rare.
        if elements.count - capacity >= capacity { elements.removeFirst(elements.count - capacity + 1) }
        elements.append(element)
        total += 1
    }

    /// Returns up to `limit` kept elements, from an index among all appended ones on, and the index
    /// of the first returned element.
    func elements(from index: Int, limit: Int) -> (first: Int, elements: ArraySlice<Element>) {
        let kept = all
        let first = max(index, total - kept.count)
        return (first, kept.suffix(max(0, total - first)).prefix(limit))
    }

    var all: ArraySlice<Element> { elements.suffix(capacity) }
}
