// SPDX-License-Identifier: MIT

extension MiddlewareReaderProtocol where MiddlewareType.InputActionType == MiddlewareType.OutputActionType {
    /// Lifts the middleware that will be made, and its dependencies, to a whole whose actions have
    /// a case for it.
    ///
    /// ```swift
    /// let app = clock.lift(case: AppAction.prisms.clock, state: \AppState.time, dependencies: \World.now)
    /// ```
    ///
    /// See ``lift(inputAction:outputAction:state:dependencies:)``.
    @inlinable public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, MiddlewareType.InputActionType>,
        state: @escaping @Sendable (GlobalState) -> MiddlewareType.StateType,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> MiddlewareReader<GlobalDependencies, LiftMiddleware<GlobalAction, GlobalAction, GlobalState, MiddlewareType>> {
        mapMiddleware { $0.lift(case: path, state: state) }.contramapDependencies(dependencies)
    }
}
