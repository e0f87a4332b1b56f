// SPDX-License-Identifier: MIT

/// A list that usually has one element, which needs no allocation then.
struct EffectShortList<Element> {
    private(set) var first: Element?
    private var others: [Element] = []

    mutating func append(_ element: Element) {
        if first == nil { first = element } else { others.append(element) }
    }

    func forEach(_ body: (Element) -> Void) {
        if let first { body(first) }
        others.forEach(body)
    }
}
