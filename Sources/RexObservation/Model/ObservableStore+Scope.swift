// SPDX-License-Identifier: MIT

import RexCore

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Returns a model of a part of the state, with its own actions.
    ///
    /// ```swift
    /// let settings = model.scope(action: MusicAction.settings, state: \.settings)
    /// settings.send(.reset)
    /// ```
    ///
    /// The model is made once for a part and an action. It stays identical while it is in use.
    /// Another action gets another model. An action is the same if it is at the same location in
    /// the code and captures nothing. If it captures a value, each call makes a new model, so keep
    /// that model. Making a model registers no reader.
    ///
    /// - Parameters:
    ///   - action: Returns the action of this model for an action of the child.
    ///   - state: The part that is the child's state.
    public func scope<ChildAction, Child: Sendable>(
        action: @autoclosure @escaping () -> @Sendable (ChildAction) -> Action,
        state: any KeyPath<State, Child> & Sendable
    ) -> ObservableStore<ChildAction, Child> {
        scope(Embedding(of: action), state)
    }

    func scope<ChildAction, Child: Sendable>(
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
                path: state,
                embedding: embedding,
                getState: { getState()[keyPath: state] },
                isPresent: isPresent
            )
        }
    }
}
