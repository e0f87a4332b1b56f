// SPDX-License-Identifier: MIT

import RexCore

/// Finds the elements that are gone, to which runs belong.
@usableFromInline struct EffectElements<State>: Sendable {
    /// Looks at the elements below one, or below the root; looks are counted.
    let gone: @Sendable (State, EffectNode, EffectEngine, _ look: Int) -> [EffectNode]

    func lifted<GlobalState>(_ narrow: @escaping @Sendable (GlobalState) -> State) -> EffectElements<GlobalState> {
        EffectElements<GlobalState> { [gone] global, node, engine, look in gone(narrow(global), node, engine, look) }
    }
}

extension EffectElements {
    /// Those of a collection, whose elements may have elements of their own.
    static func of<Elements: Collection & SendableMetatype>(
        _ elements: @escaping @Sendable (State) -> Elements,
        _ element: @escaping @Sendable (Elements.Element.ID, State) -> Elements.Element?,
        _ hasIDs: @escaping @Sendable (State, [Elements.Element.ID]) -> Bool,
        inner: EffectElements<Elements.Element>?
    ) -> EffectElements
    where Elements.Element: Identifiable & Sendable, Elements.Element.ID: Sendable {
        EffectElements { state, node, engine, look in
            let children = engine.activeElements(of: node)
            guard !children.isEmpty else {
                node.memory = nil
                return []
            }
            let known = node.memory as? KnownIDs<Elements.Element.ID> ?? KnownIDs()
            node.memory = known
            var gone = known.gone(children, in: elements(state), look) {
                hasIDs(state, $0)
            } isPresent: {
                element($0, state) != nil
            }
            guard let inner else { return gone }
            let left = Set(gone.map { ObjectIdentifier($0) })
            for child in children where !left.contains(ObjectIdentifier(child)) {
                if let id = child.key?.value as? Elements.Element.ID, let local = element(id, state) {
                    gone += inner.gone(local, child, engine, look)
                }
            }
            return gone
        }
    }
}

/// The ids of a collection as they were last seen.
private final class KnownIDs<ID: Hashable> {
    private var ids: [ID] = []
    private var lastLook = 0

    /// Those of some elements that are not in the collection.
    ///
    /// A few are looked for, each on its own, where that is quick. Else most often nothing has changed since the last time,
    /// which is seen by comparing.
    func gone<Elements: Collection>(
        _ nodes: [EffectNode],
        in elements: Elements,
        _ look: Int,
        hasIDs: ([ID]) -> Bool,
        isPresent: (ID) -> Bool
    ) -> [EffectNode] where Elements.Element: Identifiable, Elements.Element.ID == ID {
        func id(_ node: EffectNode) -> ID? { node.key?.value as? ID }
        // They may have changed, and back again, while nothing ran in these elements and nobody looked.
        if lastLook != look - 1 { ids = [] }
        lastLook = look
        if nodes.count < elements.count / 512, elements is any RandomAccessCollection {
            ids = []
            return nodes.filter { id($0).map { !isPresent($0) } ?? true }
        }
        guard ids.isEmpty || !hasIDs(ids) else { return [] }
        ids = elements.map(\.id)
        let present = Set(ids)
        return nodes.filter { id($0).map { !present.contains($0) } ?? true }
    }
}
