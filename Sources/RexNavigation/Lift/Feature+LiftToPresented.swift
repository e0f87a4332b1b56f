// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// Lifts this feature to a sheet or another presentation.
    ///
    /// ```swift
    /// editor.liftToPresented(
    ///     case: DetailAction.prisms.editor,
    ///     state: \.editor,
    ///     ends: .when(\.saved, sending: DetailAction.edited), .when(\.isCancelled),
    ///     dependencies: \.editor
    /// )
    /// ```
    ///
    /// The store refuses an action if the presentation with its id is gone: neither the feature nor
    /// its parents get it. However a
    /// presentation ends, its effects and everything inside it end in the same action, and their
    /// queued actions are dropped.
    ///
    /// An action that matches an ending is reduced by the feature, then the presentation is removed.
    /// Reducers ahead of the lift see it open, later reducers see it removed. The result is
    /// dispatched in the `IO` of that action, so it is processed after the actions that are queued
    /// already. It is sent once, since a second action for the same presentation finds none.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the presentation.
    ///   - endings: The actions that end the presentation. If an action matches several, the first
    ///     applies.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    @inlinable public func liftToPresented<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, PresentationAction<ActionType>>,
        state: any WritableKeyPath<GlobalState, Presented<StateType>> & Sendable,
        ends endings: PresentationEnding<ActionType, GlobalAction>...,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lifted(case: path, state: state, parts: .presentations(), endings: endings)
    }

    /// Lifts actions and state; see ``liftToPresented(case:state:ends:dependencies:)``.
    @inlinable public func liftToPresented<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, PresentationAction<ActionType>>,
        state: any WritableKeyPath<GlobalState, Presented<StateType>> & Sendable,
        ends endings: PresentationEnding<ActionType, GlobalAction>...
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        lifted(case: path, state: state, parts: .presentations(), endings: endings)
    }

    /// Lifts this feature to a sheet or another presentation that one action ends.
    ///
    /// ```swift
    /// editor.liftToPresented(
    ///     case: DetailAction.prisms.editor,
    ///     state: \.editor,
    ///     ends: \.saved,
    ///     sending: DetailAction.edited
    /// )
    /// ```
    ///
    /// See ``liftToPresented(case:state:ends:dependencies:)``. For several endings, or one without a
    /// result, pass ``PresentationEnding`` values.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the presentation.
    ///   - ending: Returns the result, or nil for actions that don't end the presentation.
    ///   - action: Returns the action for the parent. Usually the name of its case.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    @inlinable public func liftToPresented<GlobalAction, GlobalState, Result, GlobalDependencies>(
        case path: CasePath<GlobalAction, PresentationAction<ActionType>>,
        state: any WritableKeyPath<GlobalState, Presented<StateType>> & Sendable,
        ends ending: @escaping @Sendable (ActionType) -> Result?,
        sending action: @escaping @Sendable (Result) -> GlobalAction,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).liftToPresented(case: path, state: state, ends: .when(ending, sending: action))
    }

    /// Lifts actions and state; see ``liftToPresented(case:state:ends:sending:dependencies:)``.
    @inlinable public func liftToPresented<GlobalAction, GlobalState, Result>(
        case path: CasePath<GlobalAction, PresentationAction<ActionType>>,
        state: any WritableKeyPath<GlobalState, Presented<StateType>> & Sendable,
        ends ending: @escaping @Sendable (ActionType) -> Result?,
        sending action: @escaping @Sendable (Result) -> GlobalAction
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        liftToPresented(case: path, state: state, ends: .when(ending, sending: action))
    }
}
