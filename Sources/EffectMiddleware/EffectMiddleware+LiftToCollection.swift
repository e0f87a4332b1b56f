// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware where StateType: Identifiable & Sendable, StateType.ID: Sendable {
    /// Lifts the rules of one element to a collection, whose elements are found by their ids.
    ///
    /// Each element has its own runs: `.latest` of one never cancels another's, and a rule that cancels ends what belongs to
    /// the element of its action. Once an element is gone after a reduction, whichever action did it, its runs are
    /// cancelled. An action for an element that is not there after the reducer starts nothing.
    ///
    /// ```swift
    /// let rows = row.liftToCollection(
    ///     inputAction: \AppAction.row,
    ///     outputAction: AppAction.row,
    ///     stateCollection: \AppState.rows
    /// )
    /// ```
    ///
    /// The result takes further rules of the global types; one that cancels there ends the runs of all elements.
    ///
    /// - `inputAction`: the id of the element and the action for it, or nil if there is none.
    /// - `outputAction`: what the runs of an element send, as a global action.
    /// - `stateCollection`: where the global state has the elements; their ids are unique.
    /// - Complexity: for each action of the store, whichever it is, O(*k*) in the elements with runs where they are few and
    ///   the collection has random access, else O(*n*) in all elements, whose ids are compared; elements without runs and
    ///   waiting triggers cost nothing else. With rules that look at the state O(*n*).
    @inlinable
    public func liftToCollection<GlobalInput, GlobalOutput, GlobalState, Elements: Collection & SendableMetatype>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        outputAction: @escaping @Sendable (ElementIDAction<StateType.ID, OutputActionType>) -> GlobalOutput,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> EffectMiddleware<GlobalInput, GlobalOutput, GlobalState> where Elements.Element == StateType {
        lifted(inputAction, outputAction, stateCollection) { global, ids in
            // Written here, so that the code is made for the types of the collection: it runs for each action of the store.
            var count = 0
            for element in stateCollection(global) {
                guard count < ids.count, ids[count] == element.id else { return false }
                count += 1
            }
            return count == ids.count
        }
    }

    /// - `hasIDs`: whether the elements have just these ids, in this order.
    @usableFromInline
    func lifted<GlobalInput, GlobalOutput, GlobalState, Elements: Collection & SendableMetatype>(
        _ inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        _ outputAction: @escaping @Sendable (ElementIDAction<StateType.ID, OutputActionType>) -> GlobalOutput,
        _ stateCollection: @escaping @Sendable (GlobalState) -> Elements,
        hasIDs: @escaping @Sendable (GlobalState, [StateType.ID]) -> Bool
    ) -> EffectMiddleware<GlobalInput, GlobalOutput, GlobalState> where Elements.Element == StateType {
        let element = findingElements(in: stateCollection)
        let lift = EffectElementLift(input: inputAction, output: outputAction)
        return lifted { [finders] global in
            guard let local = inputAction(global) else { return [] }
            let findings = Self.find(local.action, finders)
            guard !findings.isEmpty else { return [] }
            let key = EffectKey(local.id)
            return findings.map { $0.lifted({ lift.start($0, local.id, element) }, { $0.lifted(to: key) }) }
        } watches: {
            watches.map { $0.lifted(toEach: stateCollection, lift, element) }
        } elements: {
            EffectElements.of(stateCollection, element, hasIDs, inner: elements)
        }
    }

    /// Not there for effects, since they also send actions that answer none, which the key path alone cannot wrap.
    @available(*, unavailable, message: "Use liftToCollection(inputAction:outputAction:stateCollection:).")
    public func liftToCollection<GlobalAction: Sendable, GlobalState, Elements: Collection & SendableMetatype>(
        action: any WritableKeyPath<GlobalAction, ElementIDAction<StateType.ID, InputActionType>?> & Sendable,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState>
    where InputActionType == OutputActionType, Elements.Element == StateType {
        preconditionFailure("Use liftToCollection(inputAction:outputAction:stateCollection:).")
    }
}
