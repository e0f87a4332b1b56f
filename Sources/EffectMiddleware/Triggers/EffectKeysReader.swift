// SPDX-License-Identifier: MIT

/// The keys of a `forEach` rule when it last checked the state.
///
/// Comparisons are inlinable, so that they are specialised for the keys of the rule.
@usableFromInline struct EffectKeysReader<Keys: Collection> where Keys.Element: Hashable & Sendable {
    @usableFromInline typealias Key = Keys.Element

    @usableFromInline var keys: [Key] = []
    /// The number of occurrences of each key.
    @usableFromInline var counts: [Reflexive<Key>: Int] = [:]

    @inlinable init() {}

    /// Returns the keys that were removed since the last call, in their old order, and the added
    /// ones, in their new order.
    @inlinable mutating func read(_ new: Keys) -> (removed: [Key], added: [Key]) {
        // Two arrays with the same storage are equal without iterating over them.
        let isSame = (new as? [Key]).map { $0 == keys } ?? new.elementsEqual(keys)
        return isSame ? ([], []) : replaceKeys(by: Array(new))
    }

    @inlinable mutating func replaceKeys(by new: [Key]) -> (removed: [Key], added: [Key]) {
        // A key that isn't equal to itself is in both lists, and counts as neither added nor removed.
        let (onlyOld, onlyNew) = differingElements(keys, new)
        let (removed, added) = (onlyOld.map(Reflexive.init), onlyNew.map(Reflexive.init))
        keys = new
        for key in removed { counts[key, default: 0] -= 1 }
        var candidates: [Key] = []
        for key in added {
            if counts[key] == nil { candidates.append(key.value) }
            counts[key, default: 0] += 1
        }
        var gone: [Key] = []
        for key in removed where counts[key] == 0 {
            counts[key] = nil
            gone.append(key.value)
        }
        return (gone, candidates)
    }
}

extension EffectKeysReader: Sendable where Keys: SendableMetatype {}

/// Returns the elements of two arrays that remain after pairing equal elements in order.
///
/// At a difference, it looks for the next pair among the following elements. So if keys are added,
/// removed or replaced, only those remain. If there is no pair nearby, all elements up to the
/// common suffix remain.
///
/// - Complexity: O(*n*) comparisons.
@inlinable func differingElements<Element: Hashable>(
    _ old: [Element],
    _ new: [Element]
) -> (old: [Element], new: [Element]) {
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > 0, newEnd > 0, old[oldEnd - 1] == new[newEnd - 1] {
        oldEnd -= 1
        newEnd -= 1
    }
    var (index, newIndex) = (0, 0)
    var (onlyOld, onlyNew): ([Element], [Element]) = ([], [])
    while index < oldEnd, newIndex < newEnd {
        if old[index] != new[newIndex] {
            guard let gap = gap(in: old[index..<oldEnd], new[newIndex..<newEnd]) else { break }
            onlyOld += old[index..<index + gap.old]
            onlyNew += new[newIndex..<newIndex + gap.new]
            index += gap.old
            newIndex += gap.new
        }
        index += 1
        newIndex += 1
    }
    return (onlyOld + old[index..<oldEnd], onlyNew + new[newIndex..<newEnd])
}

/// Returns the number of elements before the nearest equal pair, counting at most 8 elements in
/// both arrays together, or nil if there is no such pair.
@inlinable func gap<Element: Hashable>(
    in old: ArraySlice<Element>,
    _ new: ArraySlice<Element>
) -> (old: Int, new: Int)? {
    for length in 1...8 {
        for skipped in 0...length where skipped < old.count && length - skipped < new.count {
            if old[old.startIndex + skipped] == new[new.startIndex + length - skipped] {
                return (skipped, length - skipped)
            }
        }
    }
    return nil
}
