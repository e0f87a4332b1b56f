// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// Lifts this feature to the screens of a navigation stack.
    ///
    /// ```swift
    /// detail.liftToStack(case: AppAction.prisms.path, state: \.path, dependencies: \.api)
    /// ```
    ///
    /// Each screen has its own effects. The store refuses an action if the screen with its id is gone.
    /// A screen that ends is removed with those above it. For the order of endings
    /// and results, see ``liftToPresented(case:state:ends:dependencies:)``.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the stack.
    ///   - endings: The actions that end a screen. If an action matches several, the first applies.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    /// - Complexity: O(log *n*) in the number of screens for the reduction, O(1) for the top one.
    @inlinable public func liftToStack<GlobalAction, GlobalState, GlobalDependencies>(
        case path: CasePath<GlobalAction, PresentationAction<ActionType>>,
        state: any WritableKeyPath<GlobalState, PresentationStack<StateType>> & Sendable,
        ends endings: PresentationEnding<ActionType, GlobalAction>...,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).lifted(case: path, state: state, parts: .presentations(), endings: endings)
    }

    /// Lifts actions and state; see ``liftToStack(case:state:ends:dependencies:)``.
    @inlinable public func liftToStack<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, PresentationAction<ActionType>>,
        state: any WritableKeyPath<GlobalState, PresentationStack<StateType>> & Sendable,
        ends endings: PresentationEnding<ActionType, GlobalAction>...
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        lifted(case: path, state: state, parts: .presentations(), endings: endings)
    }

    /// Lifts this feature to a navigation stack whose screens one action ends.
    ///
    /// ```swift
    /// detail.liftToStack(case: AppAction.prisms.path, state: \.path, ends: \.done, sending: AppAction.read)
    /// ```
    ///
    /// See ``liftToStack(case:state:ends:dependencies:)``. For several endings, or one without a
    /// result, pass ``PresentationEnding`` values.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the stack.
    ///   - ending: Returns the result, or nil for actions that don't end the screen.
    ///   - action: Returns the action for the parent. Usually the name of its case.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    @inlinable public func liftToStack<GlobalAction, GlobalState, Result, GlobalDependencies>(
        case path: CasePath<GlobalAction, PresentationAction<ActionType>>,
        state: any WritableKeyPath<GlobalState, PresentationStack<StateType>> & Sendable,
        ends ending: @escaping @Sendable (ActionType) -> Result?,
        sending action: @escaping @Sendable (Result) -> GlobalAction,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).liftToStack(case: path, state: state, ends: .when(ending, sending: action))
    }

    /// Lifts actions and state; see ``liftToStack(case:state:ends:sending:dependencies:)``.
    @inlinable public func liftToStack<GlobalAction, GlobalState, Result>(
        case path: CasePath<GlobalAction, PresentationAction<ActionType>>,
        state: any WritableKeyPath<GlobalState, PresentationStack<StateType>> & Sendable,
        ends ending: @escaping @Sendable (ActionType) -> Result?,
        sending action: @escaping @Sendable (Result) -> GlobalAction
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        liftToStack(case: path, state: state, ends: .when(ending, sending: action))
    }
}
