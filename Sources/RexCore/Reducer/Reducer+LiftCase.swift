// SPDX-License-Identifier: MIT

extension Reducer {
    /// A reducer of the whole that runs this one on a part, for the actions of one case.
    ///
    /// ```swift
    /// let app = counter.lift(case: AppAction.prisms.counter, state: \AppState.count)
    /// ```
    ///
    /// See ``lift(action:state:)``.
    public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        lift(action: path.extract, state: state)
    }
}
