// SPDX-License-Identifier: MIT

import RexCore

/// The numbers of actions for people: counted per store, with the store's name if there are
/// several.
package struct Numbering {
    /// The actions that a recording has.
    struct Kept {
        /// The numbers of the oldest and of the newest action.
        let oldest, newest: Int
        /// Whether actions were overwritten.
        let hasOverwritten: Bool
    }

    package let hasSeveralStores: Bool
    /// The names of the named stores, by the upper part of their action numbers.
    let names: [Int: String]
    /// Nil if there are no actions.
    let kept: Kept?
    private static let range = ActionSource.rangeOfNumbers

    /// - Parameter hasOverwritten: Whether actions were overwritten, or nil if that is not known.
    init(_ actions: some Sequence<(number: Int, store: String?)>, hasOverwritten: Bool? = nil) {
        var stores: Set<Int> = []
        var names: [Int: String] = [:]
        var (oldest, newest): (Int?, Int) = (nil, 0)
        for (number, name) in actions {
            let store = number / Numbering.range
            if stores.insert(store).inserted, let name { names[store] = name }
            oldest = oldest ?? number
            newest = number
        }
        hasSeveralStores = stores.count > 1
        self.names = names
        kept = oldest.map { oldest in
            Kept(oldest: oldest, newest: newest, hasOverwritten: hasOverwritten ?? (oldest % Numbering.range > 1))
        }
    }

    init(hasSeveralStores: Bool, names: [Int: String], kept: Kept? = nil) {
        self.hasSeveralStores = hasSeveralStores
        self.names = names
        self.kept = kept
    }

    package func label(_ number: Int) -> String {
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
        guard let kept else { return .notRecorded }
        let isOfOldest = number / Numbering.range == kept.oldest / Numbering.range
        if kept.hasOverwritten, number < kept.oldest || !isOfOldest { return .overwritten }
        let isOfNewest = number / Numbering.range == kept.newest / Numbering.range
        return isOfNewest && number > kept.newest ? .notEnded : .notRecorded
    }
}
