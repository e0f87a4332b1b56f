// SPDX-License-Identifier: MIT

extension Reducer where StateType: Sendable {
    /// Lifts this reducer to a case of the global actions and to several parts of the global state.
    ///
    /// ```swift
    /// let home = detail.lift(
    ///     case: HomeAction.prisms.detail,
    ///     joinedState: JoinedPath(Detail(), .part(\Home.list, as: \.list), .part(\.outbox, as: \.outbox))
    /// )
    /// ```
    ///
    /// The parts are changed in place. While an optional part is nil, the reducer doesn't run.
    ///
    /// - Complexity: O(*n*) in the parts, without an allocation.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        joinedState: JoinedPath<GlobalState, StateType>
    ) -> Reducer<GlobalAction, GlobalState> {
        lifted(for: path.selector) { reduce in
            { global, globalState in
                guard let local = path.extract(global) else { return }
                joinedState.withValue(in: &globalState) { reduce(local, &$0) }
            }
        }
    }

    /// Lifts the state to several parts of the global state, and keeps the actions.
    ///
    /// See ``lift(case:joinedState:)``.
    @_alwaysEmitIntoClient public func lift<GlobalState>(
        joinedState: JoinedPath<GlobalState, StateType>
    ) -> Reducer<ActionType, GlobalState> {
        lifted { reduce in
            { action, globalState in
                joinedState.withValue(in: &globalState) { reduce(action, &$0) }
            }
        }
    }
}
