// SPDX-License-Identifier: MIT

import RexCore

/// The numbers of actions for people: counted per store, with the store's name if there are
/// several.
package struct Numbering {
    private static let range = ActionSource.rangeOfNumbers

    package let hasSeveralStores: Bool
    /// The names of the named stores, by the upper part of their action numbers.
    let names: [Int: String]
    /// The number of the oldest action.
    private let oldest: Int?
    /// The numbers of the newest actions, by their upper part.
    private let newest: [Int: Int]
    /// Whether actions were overwritten.
    private let hasOverwritten: Bool
    /// The recorded stores, or nil if only those of the actions are known.
    private let stores: StoreList?
    /// Actions that are not there, as a file names them.
    private let named: [Int: EventReference]

    /// - Parameter hasOverwritten: Whether actions were overwritten, or nil if that is not known.
    init(
        _ actions: some Sequence<(number: Int, store: String?)>,
        of stores: StoreList? = nil,
        hasOverwritten: Bool? = nil,
        naming named: [Int: EventReference] = [:]
    ) {
        var names = stores?.names ?? [:]
        var newest: [Int: Int] = [:]
        var oldest: Int?
        for (number, name) in actions {
            let store = number / Numbering.range
            if newest.updateValue(number, forKey: store) == nil, let name { names[store] = name }
            oldest = oldest ?? number
        }
        hasSeveralStores = stores?.hasSeveral ?? (newest.count > 1 || named.values.contains { Int($0.label) == nil })
        self.names = names
        (self.oldest, self.newest) = (oldest, newest)
        self.hasOverwritten = hasOverwritten ?? oldest.map { $0 % Numbering.range > 1 } ?? false
        (self.stores, self.named) = (stores, named)
    }

    init(of stores: StoreList, oldest: Int?, newest: [Int: Int], hasOverwritten: Bool) {
        (hasSeveralStores, names) = (stores.hasSeveral, stores.names)
        (self.oldest, self.newest, self.hasOverwritten) = (oldest, newest, hasOverwritten)
        (self.stores, named) = (stores, [:])
    }

    package func label(_ number: Int) -> String {
        if let named = named[number] { return named.label }
        let (store, small) = Numbering.storeAndNumber(of: number)
        guard hasSeveralStores else { return "\(small)" }
        return names[store].map { "\($0) \(small)" } ?? "\(store).\(small)"
    }

    package static func storeAndNumber(of number: Int) -> (store: Int, number: Int) {
        let (store, small) = number.quotientAndRemainder(dividingBy: range)
        return (store, small)
    }

    /// Returns why an action is not kept.
    package func missing(_ number: Int) -> MissingEvent {
        if let reason = named[number]?.missing { return reason }
        let store = number / Numbering.range
        if let newest = newest[store] {
            if number > newest { return .notEnded }
        } else if let stores {
            guard let element = stores.elements.first(where: { $0.ranges.contains(store) }) else { return .notRecorded }
            if !element.hasEnded { return .notEnded }
        }
        guard hasOverwritten, let oldest else { return .notRecorded }
        return number < oldest || store != oldest / Numbering.range ? .overwritten : .notRecorded
    }
}
