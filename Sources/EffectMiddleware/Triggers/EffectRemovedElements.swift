// SPDX-License-Identifier: MIT

import RexCore

/// Finds the elements with runs that are no longer in the state, or whose value has another
/// identity.
@usableFromInline struct EffectRemovedElements<State>: Sendable {
    /// Returns the removed elements below a node.
    ///
    /// `pass` is the number of this search.
    let find: @Sendable (State, EffectNode, EffectEngine, _ pass: Int) -> [EffectNode]
}

extension EffectRemovedElements {
    /// Makes the search for a collection, whose elements may have elements of their own.
    ///
    /// - Parameter keepsParts: Whether rules of the state keep the parts anyway, so that the search
    ///   may keep them too and skip unchanged ones.
    static func of<ID, Part>(
        _ parts: StateParts<ID, State, Part>,
        inner: EffectRemovedElements<Part>?,
        keepsParts: Bool
    ) -> EffectRemovedElements {
        let hasIdentity = parts.hasIdentity
        return EffectRemovedElements { state, node, engine, pass in
            if let known = node.knownIDs as? KnownIDs<ID, State>, known.isUnchanged(state, pass) { return [] }
            let children = engine.activeElements(of: node)
            guard !children.isEmpty else {
                node.knownIDs = nil
                return []
            }
            var removed: [EffectNode]
            if hasIdentity {
                removed = children.filter { child in
                    guard let part = child.key?.value as? IdentifiedPart<ID> else { return true }
                    return parts.identity(of: part.id, in: state) != part.identity
                }
            } else {
                let known = node.knownIDs as? KnownIDs<ID, State> ?? KnownIDs(keepsParts ? parts.watch() : nil, state)
                node.knownIDs = known
                removed = known.removed(children, from: parts, in: state, pass)
            }
            guard let inner else { return removed }
            let left = Set(removed.map { ObjectIdentifier($0) })
            for child in children where !left.contains(ObjectIdentifier(child)) {
                let id = child.key.flatMap { $0.value as? ID ?? ($0.value as? IdentifiedPart<ID>)?.id }
                if let id, let local = parts.part(id, in: state) {
                    removed += inner.find(local, child, engine, pass)
                }
            }
            return removed
        }
    }
}

/// The last known ids of a collection.
private final class KnownIDs<ID: Hashable & Sendable, Whole> {
    private var ids: [ID] = []
    private var lastPass = 0
    private let mayHaveChanged: ((Whole) -> Bool)?

    /// - Parameter watch: Tells whether the parts may have changed. Nil if they always may have.
    init(_ watch: ((Whole) -> Bool)?, _ whole: Whole) {
        mayHaveChanged = watch
        _ = watch?(whole)
    }

    /// Returns whether the parts are those of the last search, so that nothing was removed.
    func isUnchanged(_ whole: Whole, _ pass: Int) -> Bool {
        guard let mayHaveChanged, !mayHaveChanged(whole), lastPass == pass - 1 else { return false }
        lastPass = pass
        return true
    }

    /// Returns the nodes whose elements are not in the collection.
    ///
    /// A few elements are looked up one by one if that is fast. Otherwise, the ids are compared
    /// first, since they are usually unchanged.
    func removed<Part>(
        _ nodes: [EffectNode],
        from parts: StateParts<ID, Whole, Part>,
        in whole: Whole,
        _ pass: Int
    ) -> [EffectNode] {
        func id(_ node: EffectNode) -> ID? { node.key?.value as? ID }
        // The ids may have changed and changed back while these elements had no runs and were not
        // checked.
        if lastPass != pass - 1 { ids = [] }
        lastPass = pass
        if nodes.count < parts.count(in: whole) / 512, parts.isRandomAccess {
            ids = []
            return nodes.filter { id($0).map { parts.part($0, in: whole) == nil } ?? true }
        }
        guard ids.isEmpty || !parts.hasIDs(ids, in: whole) else { return [] }
        ids = parts.ids(in: whole)
        let present = Set(ids)
        return nodes.filter { id($0).map { !present.contains($0) } ?? true }
    }
}
