// SPDX-License-Identifier: MIT

/// The differences between two dictionaries or two sets.
///
/// The elements of a set are their own keys.
struct KeyedChanges<Key: Hashable, Value> {
    struct Change {
        let key: Key
        var old: Value?
        var new: Value?
    }

    private(set) var changes: [Change] = []

    mutating func add(_ key: Key, old: Value? = nil, new: Value? = nil) {
        changes.append(Change(key: key, old: old, new: new))
    }

    /// Pairs removals and insertions under keys that are not equal to themselves, such as NaN.
    ///
    /// No lookup finds such a key. So keys with the same text are paired, in the order of their
    /// values' texts.
    mutating func pairUnequalKeys(in comparison: inout StateComparison) {
        let isLoose = { (change: Change) in change.key != change.key }
        guard changes.contains(where: isLoose) else { return }
        var removed = sorted(changes.filter { isLoose($0) && $0.new == nil }, by: \.old)[...]
        var inserted = sorted(changes.filter { isLoose($0) && $0.old == nil }, by: \.new)[...]
        changes.removeAll(where: isLoose)
        while let old = removed.first, let new = inserted.first {
            if old.text <= new.text { removed.removeFirst() }
            if new.text <= old.text { inserted.removeFirst() }
            guard old.text == new.text, let oldValue = old.change.old, let newValue = new.change.new else {
                changes.append(old.text < new.text ? old.change : new.change)
                continue
            }
            guard !comparison.isSame(oldValue, newValue) else { continue }
            add(old.change.key, old: oldValue, new: newValue)
        }
        changes += (removed + inserted).map(\.change)
    }

    private func sorted(_ changes: [Change], by value: (Change) -> Value?) -> [(text: String, change: Change)] {
        changes
            .map { (text: ValueText.short($0.key), value: ValueText.short(value($0) as Any), change: $0) }
            .sorted { ($0.text, $0.value) < ($1.text, $1.value) }
            .map { ($0.text, $0.change) }
    }
}
