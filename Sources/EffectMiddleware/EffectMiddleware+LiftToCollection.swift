// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware where StateType: Identifiable & Sendable, StateType.ID: Sendable {
    /// Lifts the rules of one element to a collection, whose elements are found by their ids.
    ///
    /// Each element has its own runs: `.latest` of one never cancels another's, and a rule that
    /// cancels ends the runs of the element of its action. Once an element is gone after a
    /// reduction, whichever action did it, its runs are cancelled. An action for an element that is
    /// not there after the reducer starts nothing.
    ///
    /// ```swift
    /// let rows = row.liftToCollection(
    ///     inputAction: \AppAction.row,
    ///     outputAction: AppAction.row,
    ///     stateCollection: \AppState.rows
    /// )
    /// ```
    ///
    /// The result takes further rules of the global types; one that cancels there ends the runs of
    /// all elements.
    ///
    /// - Parameters:
    ///   - inputAction: Returns the id of the element and the action for it, or nil if there is
    ///     none.
    ///   - outputAction: Makes a global action of an action that a run of an element sends.
    ///   - stateCollection: Returns the elements in the global state; their ids are unique.
    /// - Complexity: For each action of the store, whichever it is, O(*k*) in the elements with
    ///   runs where they are few and the collection has random access, else O(*n*) in all elements,
    ///   whose ids are compared; elements without runs and waiting triggers cost nothing else. With
    ///   rules that look at the state O(*n*).
    @inlinable
    public func liftToCollection<GlobalInput, GlobalOutput, GlobalState, Elements: Collection & SendableMetatype>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        outputAction: @escaping @Sendable (ElementIDAction<StateType.ID, OutputActionType>) -> GlobalOutput,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> EffectMiddleware<GlobalInput, GlobalOutput, GlobalState> where Elements.Element == StateType {
        lifted(inputAction, outputAction, to: StateParts(elements: stateCollection))
    }

    /// Unavailable, since effects also send actions that answer none, which the key path alone
    /// cannot wrap.
    @available(*, unavailable, message: "Use liftToCollection(inputAction:outputAction:stateCollection:).")
    public func liftToCollection<GlobalAction: Sendable, GlobalState, Elements: Collection & SendableMetatype>(
        action: any WritableKeyPath<GlobalAction, ElementIDAction<StateType.ID, InputActionType>?> & Sendable,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState>
    where InputActionType == OutputActionType, Elements.Element == StateType {
        preconditionFailure("Use liftToCollection(inputAction:outputAction:stateCollection:).")
    }
}
