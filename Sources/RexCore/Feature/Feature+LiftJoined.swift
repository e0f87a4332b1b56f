// SPDX-License-Identifier: MIT

extension Feature {
    /// Lifts this feature to a case of the global actions and to several parts of the global state.
    ///
    /// ```swift
    /// detail.lift(
    ///     case: HomeAction.prisms.detail,
    ///     joinedState: JoinedPath(Detail(), .part(\.list, as: \.list), .part(\.outbox, as: \.outbox)),
    ///     dependencies: \.detail
    /// )
    /// ```
    ///
    /// The parts are changed in place. While an optional part is nil, the whole state counts as nil;
    /// see `lift(case:state:dependencies:)`.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - joinedState: The path from the global state to the parts of the local state.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    /// - Complexity: A change and a read take O(*n*) in the parts, without an allocation.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, ActionType>,
        joinedState: JoinedPath<GlobalState, StateType>,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lift(case: path, joinedState: joinedState)
    }

    /// Lifts actions and state; see ``lift(case:joinedState:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        joinedState: JoinedPath<GlobalState, StateType>
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        lifted(reducer.lift(case: path, joinedState: joinedState)) { $0.lift(case: path, joinedState: joinedState) }
    }

    /// Lifts the state, and keeps the actions and the dependencies.
    ///
    /// Use it for parts inside an optional struct: lift the feature to the parts of that struct first,
    /// then lift the result to the whole state. See ``lift(case:joinedState:dependencies:)``.
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        joinedState: JoinedPath<GlobalState, StateType>
    ) -> Feature<ActionType, GlobalState, Dependencies> {
        lift(case: CasePath(extract: { $0 }, embed: { $0 }), joinedState: joinedState)
    }
}
