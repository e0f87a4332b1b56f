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
    /// The number of changes, so that a reader can tell whether it has read them.
    private(set) var changes = 0

    /// Adds a store, and returns its number.
    mutating func add(_ output: AnyActionHandler<ActionType>, named name: String?) -> Int {
        last += 1
        changes += 1
        elements.append(Element(number: last, name: name, output: output))
        return last
    }

    mutating func add(_ range: Int, to store: Int) {
        guard let index = elements.lastIndex(where: { $0.number == store }) else { return }
        changes += 1
        elements[index].ranges.append(range)
    }

    /// Ends a store, and returns its output, to be released after unlocking.
    mutating func end(_ store: Int) -> AnyActionHandler<ActionType>? {
        guard let index = elements.lastIndex(where: { $0.number == store }) else { return nil }
        changes += 1
        let output = elements[index].output.take()
        let ended = elements.count { $0.output == nil }
        if ended > StoreList.limit, let oldest = elements.firstIndex(where: { $0.output == nil }) {
            elements.remove(at: oldest)
        }
        return output
    }
}
