// SPDX-License-Identifier: MIT

/// A first-in-first-out queue with amortised constant cost; a value type, for states.
struct Backlog<Element> {
    private var elements: ArraySlice<Element> = []

    var isEmpty: Bool { elements.isEmpty }

    var first: Element? { elements.first }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Puts elements back before all others.
    mutating func putBack(_ first: [Element]) { if !first.isEmpty { elements = first + elements } }

    mutating func popFirst() -> Element? {
        guard let first = elements.popFirst() else { return nil }
        // Compact when half the slots are empty: the amortised cost per element stays constant.
        if elements.startIndex > elements.count { elements = ArraySlice(Array(elements)) }
        return first
    }

    /// Returns the last elements, as far back as they match.
    ///
    /// - Complexity: O(*k*) in the number of matching elements.
    func last(while matches: (Element) -> Bool) -> [Element] {
        Array(elements[(elements.lastIndex { !matches($0) }.map { $0 + 1 } ?? elements.startIndex)...])
    }
}

extension Backlog: Sendable where Element: Sendable {}
