// SPDX-License-Identifier: MIT

/// A collection that is compared with the type of its elements at hand, which is much faster than by `Mirror`.
protocol ComparedCollection {
    /// Records what differs from `new`, a collection of the same type.
    func compare(to new: Any, in comparison: inout StateComparison)
}

extension Array: ComparedCollection {
    func compare(to new: Any, in comparison: inout StateComparison) {
        guard let new = new as? [Element] else { return }
        withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                comparison.compareLists(ListPair(old: old, new: new))
            }
        }
    }
}

/// A list that `Mirror` does not show as one.
protocol InlineList {
    associatedtype Element
    var array: [Element] { get }
}

/// Its only stored property is of a type that is the compiler's own.
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
        for element in Operators.sorted(filter { !new.contains($0) }) {
            comparison.record(.removed(ValueText.short(element)))
        }
        for element in Operators.sorted(new.filter { !contains($0) }) {
            comparison.record(.inserted(ValueText.short(element)))
        }
    }
}

extension Dictionary: ComparedCollection {
    func compare(to new: Any, in comparison: inout StateComparison) {
        guard let new = new as? [Key: Value] else { return }
        var keys = filter { key, value in
            guard !comparison.isDone else { return false }
            guard let newValue = new[key] else { return true }
            if comparison.believesElements, Operators.areEqual(value, newValue) == true { return false }
            return !comparison.isSame(value, newValue)
        }.map(\.key)
        guard !comparison.isDone else { return }
        keys += new.keys.filter { self[$0] == nil }
        comparison.visited += count + new.count
        for key in Operators.sorted(keys) {
            let step = StateChange.Step.element(ValueText.short(key))
            switch (self[key], new[key]) {
            case (let old?, let new?): comparison.compare(old, new, at: step)
            case (let old?, nil): comparison.record(.removed(ValueText.short(old)), at: step)
            case (nil, let new?): comparison.record(.inserted(ValueText.short(new)), at: step)
            case (nil, nil): break
            }
        }
    }
}
