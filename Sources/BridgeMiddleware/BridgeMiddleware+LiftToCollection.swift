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
        let element = findingElements(in: stateCollection)
        return BridgeMiddleware<GlobalInput, GlobalOutput, GlobalState>(
            bridges: bridges.all.map { $0.lifted(inputAction, outputAction, element) }
        )
    }
}

extension Bridge where StateType: Identifiable & Sendable, StateType.ID: Sendable {
    fileprivate func lifted<GlobalInput, GlobalOutput, GlobalState>(
        _ inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        _ outputAction: @escaping @Sendable (ElementIDAction<StateType.ID, OutputActionType>) -> GlobalOutput,
        _ element: @escaping @Sendable (StateType.ID, GlobalState) -> StateType?
    ) -> Bridge<GlobalInput, GlobalOutput, GlobalState> {
        let liftedRule: Bridge<GlobalInput, GlobalOutput, GlobalState>.Rule
        switch rule {
        case .byAction(let derive, let condition):
            liftedRule = .byAction { global in
                guard let local = inputAction(global), let derived = derive(local.action) else { return nil }
                return outputAction(ElementIDAction(id: local.id, action: derived))
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
                return outputAction(ElementIDAction(id: local.id, action: derived))
            }
        }
        return Bridge<GlobalInput, GlobalOutput, GlobalState>(rule: liftedRule, site: site)
    }
}
