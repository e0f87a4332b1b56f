// SPDX-License-Identifier: MIT

/// First in, first out, at amortised constant cost; a value, for states.
struct Backlog<Element> {
    private var elements: ArraySlice<Element> = []

    var isEmpty: Bool { elements.isEmpty }

    var first: Element? { elements.first }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Puts elements back in front of all others.
    mutating func putBack(_ first: [Element]) { if !first.isEmpty { elements = first + elements } }

    mutating func popFirst() -> Element? {
        guard let first = elements.popFirst() else { return nil }
        // What was removed is not kept for longer than as many as are left.
        if elements.startIndex > elements.count { elements = ArraySlice(Array(elements)) }
        return first
    }

    /// The last ones, as far back as they match.
    ///
    /// - Complexity: O(*k*) for *k* that match.
    func last(while matches: (Element) -> Bool) -> [Element] {
        Array(elements[(elements.lastIndex { !matches($0) }.map { $0 + 1 } ?? elements.startIndex)...])
    }
}

extension Backlog: Sendable where Element: Sendable {}
