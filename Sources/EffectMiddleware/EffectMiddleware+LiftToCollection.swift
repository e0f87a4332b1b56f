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
    /// - Complexity: for each action of the store, whichever it is, O(*k*) in the elements with runs; with rules that look
    ///   at the state O(*n*) in all elements.
    public func liftToCollection<GlobalInput, GlobalOutput, GlobalState, Elements: Collection & SendableMetatype>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<StateType.ID, InputActionType>?,
        outputAction: @escaping @Sendable (ElementIDAction<StateType.ID, OutputActionType>) -> GlobalOutput,
        stateCollection: @escaping @Sendable (GlobalState) -> Elements
    ) -> EffectMiddleware<GlobalInput, GlobalOutput, GlobalState> where Elements.Element == StateType {
        let element = findingElements(in: stateCollection)
        let embed: @Sendable (StateType.ID, OutputActionType) -> GlobalOutput = { id, action in
            outputAction(ElementIDAction(id: id, action: action))
        }
        return lifted { [finders] global in
            guard let local = inputAction(global), let finding = Self.find(local.action, finders) else { return nil }
            let (id, key) = (local.id, EffectKey(local.id))
            return finding.lifted(
                { $0.lifted(to: key, { embed(id, $0) }, { element(id, $0) }) },
                { $0.lifted(to: key) }
            )
        } watches: {
            watches.map { $0.lifted(toEach: stateCollection, embed, element) }
        } presences: {
            [
                EffectPresence(groups: 0..<rules.count) { [presences] place, depth, global in
                    guard depth < place.elements.count, let id = place.elements[depth].value as? StateType.ID,
                        let local = element(id, global)
                    else { return false }
                    return presences.allSatisfy { $0.hasElements(of: place, depth: depth + 1, in: local) }
                }
            ]
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
