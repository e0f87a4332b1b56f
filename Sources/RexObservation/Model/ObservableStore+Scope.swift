// SPDX-License-Identifier: MIT

public import RexCore

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Makes a model of a part of the state, with actions of its own.
    ///
    /// ```swift
    /// let settings = model.scope(action: MusicAction.settings, state: \.settings)
    /// settings.send(.reset)
    /// ```
    ///
    /// It is made once for the same part and action: as long as it is in use, it is identical, and
    /// another action has another model. An action is the same if it stands in the same place of
    /// the code and captures nothing; one that captures something is another one each time, so keep
    /// its model. A model registers nobody by itself.
    ///
    /// - Parameters:
    ///   - action: makes an action of this model from one of the child's.
    ///   - state: the part that is the state of the child.
    public func scope<ChildAction, Child: Sendable>(
        action: @autoclosure @escaping () -> @Sendable (ChildAction) -> Action,
        state: any KeyPath<State, Child> & Sendable
    ) -> ObservableStore<ChildAction, Child> {
        scope(Embedding(of: action), state)
    }

    /// Makes a model of a part of the state, whose actions are those of one case.
    ///
    /// See ``scope(action:state:)``; here the model is the same wherever the same case path is
    /// used.
    public func scope<ChildAction, Child: Sendable>(
        case path: CasePath<Action, ChildAction>,
        state: any KeyPath<State, Child> & Sendable
    ) -> ObservableStore<ChildAction, Child> {
        scope(Embedding(path.embed), state)
    }

    private func scope<ChildAction, Child: Sendable>(
        _ embedding: Embedding<ChildAction, Action>,
        _ state: any KeyPath<State, Child> & Sendable
    ) -> ObservableStore<ChildAction, Child> {
        let link = node.link(state) { ScopeLink(state) }
        return link.models.first {
            $0.isChild(of: self, by: embedding)
        } orAdd: {
            let getState = getState
            return ObservableStore<ChildAction, Child>(
                node: link.node(below: node),
                handler: handler.contramap(embedding.embed),
                parent: self,
                embedding: embedding,
                getState: { getState()[keyPath: state] }
            )
        }
    }
}
