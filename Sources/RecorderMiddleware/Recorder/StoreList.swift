// SPDX-License-Identifier: MIT

import RexCore

/// The stores of a recorder.
struct StoreList<ActionType> {
    struct Element {
        let number: Int
        let name: String?
        /// Sends actions to the store, or nil after its end.
        ///
        /// It does not keep the store alive.
        var output: AnyActionHandler<ActionType>?
        /// The upper parts of the store's action numbers.
        var ranges: [Int] = []
    }

    /// The most ended stores that are kept.
    static var limit: Int { 1_000 }

    private(set) var elements: [Element] = []
    private var last = 0
    /// The names of the named stores, by the upper part of their action numbers.
    private(set) var names: [Int: String] = [:]
    /// Whether actions of several stores were recorded.
    private(set) var hasSeveral = false

    /// Adds a store, and returns its number.
    mutating func add(_ output: AnyActionHandler<ActionType>, named name: String?) -> Int {
        last += 1
        elements.append(Element(number: last, name: name, output: output))
        return last
    }

    /// Adds an upper part of a store's action numbers.
    mutating func add(_ range: Int, to store: Int) {
        guard let index = elements.lastIndex(where: { $0.number == store }) else { return }
        hasSeveral = hasSeveral || elements.contains { !$0.ranges.isEmpty }
        elements[index].ranges.append(range)
        if let name = elements[index].name { names[range] = name }
    }

    /// Ends a store, and returns its output, to be released after unlocking.
    mutating func end(_ store: Int) -> AnyActionHandler<ActionType>? {
        guard let index = elements.lastIndex(where: { $0.number == store }) else { return nil }
        let output = elements[index].output.take()
        let ended = elements.count { $0.output == nil }
        if ended > StoreList.limit, let oldest = elements.firstIndex(where: { $0.output == nil }) {
            elements.remove(at: oldest)
        }
        return output
    }
}
