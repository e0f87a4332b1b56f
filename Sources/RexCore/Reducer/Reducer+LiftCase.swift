// SPDX-License-Identifier: MIT

extension Reducer {
    /// Lifts this reducer from a part to a whole whose actions have a case for it; see
    /// ``lift(action:state:)``.
    ///
    /// ```swift
    /// let app = counter.lift(case: AppAction.prisms.counter, state: \AppState.count)
    /// ```
    ///
    /// In a composition of reducers that are lifted by case paths with an index, as those of
    /// `@Prism` are, only the ones for the action's case run. What an action costs does not grow
    /// with the number of the others.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        state: any WritableKeyPath<GlobalState, StateType> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        Reducer<GlobalAction, GlobalState>(
            parts: lift(action: path.extract, state: state).parts.map { .init($0.reduce, for: path.place) }
        )
    }
}
