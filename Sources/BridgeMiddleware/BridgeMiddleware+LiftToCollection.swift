// SPDX-License-Identifier: MIT

public import RexCore

extension BridgeMiddleware where StateType: Identifiable & Sendable, StateType.ID: Sendable {
    /// Lifts the bridges of an element to a collection, whose elements are found by id.
    ///
    /// The element is looked up after the reducer, once the action has matched. If it is missing,
    /// nothing is sent.
    ///
    /// - Parameters:
    ///   - inputAction: Returns the id of the element and its action, or nil if the action is for
    ///     no element.
    ///   - outputAction: Returns the global action for an action that the bridges send for an
    ///     element.
    ///   - stateCollection: Returns the elements of the global state. Their ids must be unique.
    /// - Complexity: O(1) on average in an array whose elements seldom move. O(*n*) for a missing
    ///   id, and in a collection without random access.
    public func liftToCollection<GlobalInput, GlobalOutput, GlobalState, Elements: Collection & SendableMetatype>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        outputAction: @escaping @Sendable (ElementIDAction<StateType.ID, OutputActionType>) -> GlobalOutput,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> BridgeMiddleware<GlobalInput, GlobalOutput, GlobalState> where Elements.Element == StateType {
        liftToCollection(
            inputAction: inputAction,
            embedding: { output, _ in outputAction(output) },
            stateCollection: stateCollection
        )
    }

    /// Lifts the bridges of an element to a collection, with one key path for both directions.
    ///
    /// A derived action is written through the key path into a copy of the action that it answers.
    /// So the setter of the key path must replace the whole value, as the properties of `@Prism`
    /// do. See ``liftToCollection(inputAction:outputAction:stateCollection:)``.
    public func liftToCollection<GlobalAction, GlobalState, Elements: Collection & SendableMetatype>(
        action: any WritableKeyPath<GlobalAction, ElementIDAction<StateType.ID, InputActionType>?> & Sendable,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> BridgeMiddleware<GlobalAction, GlobalAction, GlobalState>
    where InputActionType == OutputActionType, Elements.Element == StateType {
        liftToCollection(
            inputAction: { $0[keyPath: action] },
            embedding: { output, origin in
                var global = origin
                global[keyPath: action] = output
                return global
            },
            stateCollection: stateCollection
        )
    }

    private func liftToCollection<GlobalInput, GlobalOutput, GlobalState, Elements: Collection & SendableMetatype>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        embedding embed:
            @escaping @Sendable (
                ElementIDAction<StateType.ID, OutputActionType>, GlobalInput
            ) -> GlobalOutput,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> BridgeMiddleware<GlobalInput, GlobalOutput, GlobalState> where Elements.Element == StateType {
        let element = findingElements(in: stateCollection)
        return BridgeMiddleware<GlobalInput, GlobalOutput, GlobalState>(
            bridges: bridges.all.map { $0.lifted(inputAction: inputAction, embedding: embed, element: element) }
        )
    }
}

extension Bridge where StateType: Identifiable & Sendable, StateType.ID: Sendable {
    fileprivate func lifted<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        embedding embed:
            @escaping @Sendable (
                ElementIDAction<StateType.ID, OutputActionType>, GlobalInput
            ) -> GlobalOutput,
        element: @escaping @Sendable (StateType.ID, GlobalState) -> StateType?
    ) -> Bridge<GlobalInput, GlobalOutput, GlobalState> {
        let liftedRule: Bridge<GlobalInput, GlobalOutput, GlobalState>.Rule
        switch rule {
        case .byAction(let derive, let condition):
            liftedRule = .byAction { global in
                guard let local = inputAction(global), let derived = derive(local.action) else { return nil }
                return embed(ElementIDAction(id: local.id, action: derived), global)
            } when: { global, getState in
                guard let local = inputAction(global), let state = element(local.id, getState()) else { return false }
                return condition?(local.action) { state } ?? true
            }
        case .byState(let concerns, let derive):
            liftedRule = .byState { global in
                inputAction(global).map { concerns($0.action) } ?? false
            } derive: { global, getState in
                guard
                    let local = inputAction(global),
                    let state = element(local.id, getState()),
                    let derived = derive(local.action, { state })
                else { return nil }
                return embed(ElementIDAction(id: local.id, action: derived), global)
            }
        }
        return Bridge<GlobalInput, GlobalOutput, GlobalState>(rule: liftedRule, site: site)
    }
}
