// SPDX-License-Identifier: MIT

import RexCore

/// A collection that is compared with the static type of its elements, which is much faster than
/// with `Mirror`.
protocol ComparedCollection {
    /// Records the differences from `new`, a collection of the same type.
    func compare(to new: Any, in comparison: inout StateComparison)
}

extension Array: ComparedCollection {
    func compare(to new: Any, in comparison: inout StateComparison) {
        guard let new = new as? [Element] else { return }
        unsafe withUnsafeBufferPointer { old in
            unsafe new.withUnsafeBufferPointer { new in
                comparison.compareLists(unsafe ListPair(old: old, new: new))
            }
        }
    }
}

/// A list that `Mirror` does not show as one.
protocol InlineList {
    associatedtype Element
    var array: [Element] { get }
}

/// The only stored property of an inline array has one of the compiler's own types.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ComparedCollection, InlineList where Element: Copyable {
    var array: [Element] { indices.map { self[$0] } }

    func compare(to new: Any, in comparison: inout StateComparison) {
        guard let new = new as? InlineArray<count, Element> else { return }
        array.compare(to: new.array, in: &comparison)
    }
}

extension Set: ComparedCollection {
    func compare(to new: Any, in comparison: inout StateComparison) {
        guard let new = new as? Set<Element> else { return }
        comparison.visited += count + new.count
        var changes = KeyedChanges<Element, Element>()
        for element in self {
            guard !comparison.isDone else { return }
            guard let index = new.firstIndex(of: element) else {
                changes.add(element, old: element)
                continue
            }
            guard !comparison.isSameElement(element, new[index]) else { continue }
            changes.add(element, old: element)
            changes.add(new[index], new: new[index])
        }
        for element in new where !contains(element) { changes.add(element, new: element) }
        guard comparison.recordsEachChange(&changes) else { return }
        for change in Operators.sorted(changes.changes.filter { $0.old != nil }, by: \.key) {
            comparison.record(.removed(change.name))
        }
        for change in Operators.sorted(changes.changes.filter { $0.new != nil }, by: \.key) {
            comparison.record(.inserted(change.name))
        }
    }
}

extension Dictionary: ComparedCollection {
    func compare(to new: Any, in comparison: inout StateComparison) {
        guard let new = new as? [Key: Value] else { return }
        comparison.visited += count + new.count
        var changes = KeyedChanges<Key, Value>()
        for (key, value) in self {
            guard !comparison.isDone else { return }
            guard let index = new.index(forKey: key) else {
                changes.add(key, old: value)
                continue
            }
            let (newKey, newValue) = new[index]
            if !comparison.isSameElement(key, newKey) {
                changes.add(key, old: value)
                changes.add(newKey, new: newValue)
            } else if !comparison.isSameElement(value, newValue) {
                changes.add(key, old: value, new: newValue)
            }
        }
        for (key, value) in new where index(forKey: key) == nil { changes.add(key, new: value) }
        guard comparison.recordsEachChange(&changes) else { return }
        comparison.record(changes)
    }
}

extension StateComparison {
    /// Returns whether two elements that are equal by `==` or have the same key are the same.
    fileprivate mutating func isSameElement<Element>(_ old: Element, _ new: Element) -> Bool {
        haveSameBytes(old, new) || usesElementEquality && Operators.areEqual(old, new) == true || isSame(old, new)
    }

    /// Returns whether changes are recorded one by one.
    ///
    /// A probe only records whether there are any.
    fileprivate mutating func recordsEachChange<Key, Value>(_ changes: inout KeyedChanges<Key, Value>) -> Bool {
        changes.pairUnequalKeys(in: &self)
        guard isProbing else { return !isDone }
        if !changes.changes.isEmpty { record(.deeper) }
        return false
    }

    fileprivate mutating func record<Key, Value>(_ changes: KeyedChanges<Key, Value>) {
        for sorted in Operators.sorted(changes.changes, by: \.key) {
            guard !isDone else { return }
            let step = StateChange.PathComponent.element(sorted.name)
            switch (sorted.value.old, sorted.value.new) {
            case (let old?, let new?): compare(old, new, at: step)
            case (let old?, nil): record(.removed(ValueText.short(old)), at: step)
            case (nil, let new?): record(.inserted(ValueText.short(new)), at: step)
            case (nil, nil): break
            }
        }
    }
}
