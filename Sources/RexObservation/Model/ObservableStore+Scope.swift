// SPDX-License-Identifier: MIT

public import RexCore

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Makes a model of a part of the state, with actions of its own.
    ///
    /// It is made once for the same part and type of actions: as long as it is in use, it is
    /// identical, and has the `action` that it was made with. It registers nobody by itself.
    ///
    /// - `action`: makes an action of this model from one of the child's.
    /// - `state`: the part that is the state of the child.
    public func scope<ChildAction, Child: Sendable>(
        action: @escaping @Sendable (ChildAction) -> Action,
        state: any KeyPath<State, Child> & Sendable
    ) -> ObservableStore<ChildAction, Child> {
        let link = node.link(LinkKey(path: state, action: ObjectIdentifier(ChildAction.self))) { ScopeLink(state) }
        if let model = link.model as? ObservableStore<ChildAction, Child> { return model }
        let getState = getState
        let model = ObservableStore<ChildAction, Child>(
            node: link.node(below: node),
            handler: handler.contramap(action),
            parent: self,
            getState: { getState()[keyPath: state] }
        )
        link.model = model
        return model
    }

    /// Makes a model of a part of the state, whose actions are those of one case.
    ///
    /// See ``scope(action:state:)``.
    public func scope<ChildAction, Child: Sendable>(
        case path: CasePath<Action, ChildAction>,
        state: any KeyPath<State, Child> & Sendable
    ) -> ObservableStore<ChildAction, Child> {
        scope(action: path.embed, state: state)
    }
}

/// What makes a place: where it is, and what its actions are.
struct LinkKey: Hashable {
    let path: AnyKeyPath
    let action: ObjectIdentifier
}

@available(*, unavailable)
extension LinkKey: Sendable {}
