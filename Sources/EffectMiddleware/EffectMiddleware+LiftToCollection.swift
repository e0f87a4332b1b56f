// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware where StateType: Identifiable & Sendable, StateType.ID: Sendable {
    /// Lifts the rules of an element to a collection, whose elements are found by id.
    ///
    /// Each element has its own runs: `.latest` in one element never cancels a run of another, and
    /// a cancelling rule cancels the runs of the element that its action is for. When an element is
    /// missing after a reduction, caused by any action, its runs are cancelled. An action for an
    /// element that is missing after the reducer starts nothing.
    ///
    /// ```swift
    /// let rows = row.liftToCollection(
    ///     inputAction: \AppAction.row,
    ///     outputAction: AppAction.row,
    ///     stateCollection: \AppState.rows
    /// )
    /// ```
    ///
    /// Further rules of the global types can be added to the result. A cancelling rule among them
    /// cancels the runs of all elements.
    ///
    /// - Parameters:
    ///   - inputAction: Returns the id of the element and its action, or nil if the action is for
    ///     no element.
    ///   - outputAction: Returns the global action for an action that a run of an element sends.
    ///   - stateCollection: Returns the elements of the global state. Their ids must be unique.
    /// - Complexity: For every action of the store: O(*k*) in the number of elements with runs if
    ///   they are few and the collection has random access, otherwise O(*n*) in the number of
    ///   elements, whose ids are compared. Elements without runs and waiting triggers cost nothing
    ///   else. O(*n*) with rules of the state.
    @inlinable
    public func liftToCollection<GlobalInput, GlobalOutput, GlobalState, Elements: Collection & SendableMetatype>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        outputAction: @escaping @Sendable (ElementIDAction<StateType.ID, OutputActionType>) -> GlobalOutput,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> EffectMiddleware<GlobalInput, GlobalOutput, GlobalState> where Elements.Element == StateType {
        lifted(inputAction, outputAction, to: StateParts(elements: stateCollection))
    }

    /// Unavailable, since effects also send actions that answer no action.
    ///
    /// The key path alone can't embed these.
    @available(*, unavailable, message: "Use liftToCollection(inputAction:outputAction:stateCollection:).")
    public func liftToCollection<GlobalAction: Sendable, GlobalState, Elements: Collection & SendableMetatype>(
        action: any WritableKeyPath<GlobalAction, ElementIDAction<StateType.ID, InputActionType>?> & Sendable,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState>
    where InputActionType == OutputActionType, Elements.Element == StateType {
        preconditionFailure("Use liftToCollection(inputAction:outputAction:stateCollection:).")
    }
}
