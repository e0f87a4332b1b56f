// SPDX-License-Identifier: MIT

extension Reducer {
    /// A reducer of the whole that runs this one on a part, for the actions of one case.
    ///
    /// ```swift
    /// let app = counter.lift(case: AppAction.prisms.counter, state: \AppState.count)
    /// ```
    ///
    /// In a composition of many such reducers, only those for the action's case are asked.
    ///
    /// See ``lift(action:state:)``.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        Reducer<GlobalAction, GlobalState>(
            parts: lift(action: path.extract, state: state).parts.map { .init($0.reduce, for: path.place) }
        )
    }
}
