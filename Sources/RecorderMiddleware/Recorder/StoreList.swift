// SPDX-License-Identifier: MIT

package import RexCore

/// The stores of a recorder.
package struct StoreList: Sendable {
    package struct Element: Sendable {
        package let name: String?
        /// Returns the function that dispatches an action of the store's type, or nil after its end.
        ///
        /// It does not keep the store alive.
        package fileprivate(set) var dispatch: (@Sendable (Any) -> @Sendable (ActionSource) -> Void)?
        /// The upper parts of the store's action numbers.
        package fileprivate(set) var ranges: [Int]
        /// Whether an action has ended.
        fileprivate(set) var hasEnded = false
        /// The number of the store, also in labels.
        package var number: Int { ranges[0] }
    }

    /// The most ended stores that are kept.
    static var limit: Int { 1_000 }

    package private(set) var elements: [Element] = []
    /// The names of the named stores, by the upper part of their action numbers.
    package private(set) var names: [Int: String] = [:]
    /// Whether there were several stores.
    package private(set) var hasSeveral = false

    /// Adds a store, and returns its number.
    mutating func add<ActionType: Sendable>(_ output: AnyActionHandler<ActionType>, named name: String?) -> Int {
        let number = output.storeNumber
        hasSeveral = !elements.isEmpty
        names[number] = name
        elements.append(
            Element(
                name: name,
                dispatch: { action in
                    guard let action = action as? ActionType else { return { _ in } }
                    return { source in output.dispatch(DispatchedAction(action, dispatcher: source)) }
                },
                ranges: [number]
            )
        )
        return number
    }

    /// Notes that an action with this upper part of its number has ended.
    mutating func add(_ range: Int, to store: Int) {
        guard let index = elements.lastIndex(where: { $0.number == store }) else { return }
        elements[index].hasEnded = true
        guard !elements[index].ranges.contains(range) else { return }
        elements[index].ranges.append(range)
        names[range] = elements[index].name
    }

    /// Ends a store, and returns its output, to be released after unlocking.
    mutating func end(_ store: Int) -> Any? {
        guard let index = elements.firstIndex(where: { $0.number == store && $0.dispatch != nil }) else {
            return nil
        }
        let output = elements[index].dispatch.take()
        let ended = elements.count { $0.dispatch == nil }
        if ended > StoreList.limit, let oldest = elements.firstIndex(where: { $0.dispatch == nil }) {
            for range in elements.remove(at: oldest).ranges { names[range] = nil }
        }
        return output
    }
}
