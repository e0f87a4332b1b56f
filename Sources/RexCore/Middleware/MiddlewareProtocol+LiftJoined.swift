// SPDX-License-Identifier: MIT

extension MiddlewareProtocol where InputActionType == OutputActionType, StateType: Sendable {
    /// Lifts this middleware to a case of the global actions and to several parts of the global
    /// state.
    ///
    /// If the path has optional parts, the middleware works while none of them is nil; see
    /// ``lift(case:optionalState:identity:)``.
    ///
    /// - Complexity: Reading the state takes O(*n*) in the parts, without an allocation.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        joinedState: JoinedPath<GlobalState, StateType>,
        identity: PartIdentity<StateType> = .automatic
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        // Written in this function, the closure is specialised for the caller's types.
        if joinedState.isPresent == nil {
            return composition.lift(case: path, state: { joinedState.presentValue(in: $0) })
        }
        return lift(case: path, optionalState: { joinedState.value(in: $0) }, identity: identity)
    }
}
