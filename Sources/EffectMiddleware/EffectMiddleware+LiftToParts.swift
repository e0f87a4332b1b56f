// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware: PartwiseMiddleware {
    /// Returns the rules for each part of a state.
    ///
    /// See ``lift(inputAction:outputAction:parts:)``.
    public func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> ComposedMiddleware<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole> {
        lift(inputAction: { $0 }, outputAction: { $0 }, parts: parts).composition
    }

    /// Lifts the rules to the parts of a state, and accepts further rules.
    ///
    /// Each part has its own runs: `.latest` in one part never cancels a run of another, and a
    /// cancelling rule cancels the runs of the part that its action is for. When a part is missing
    /// after a reduction, its runs are cancelled, whichever action removed it. An action for a part
    /// that is missing after the reducer starts nothing.
    ///
    /// ```swift
    /// let rules = row.lift(
    ///     inputAction: \AppAction.row,
    ///     outputAction: AppAction.row,
    ///     parts: StateParts(elements: \AppState.rows)
    /// )
    /// .cancel(on: \.closedAll)
    /// ```
    ///
    /// Only use it to add rules of the global types: a cancelling rule among them cancels the runs of
    /// all parts. Otherwise use the lifts of every middleware, such as
    /// `lift(.case(path, optional: \.detail))` and `lift(.case(path, each: \.rows))`, which end runs
    /// with their part too.
    ///
    /// - Parameters:
    ///   - inputAction: Returns the id of the part and its action, or nil if the action is for no
    ///     part.
    ///   - outputAction: Returns the global action for an action that a run of a part sends.
    ///   - parts: The parts of the global state.
    /// - Complexity: For every action of the store: O(*k*) in the number of parts with runs if they
    ///   are few and the parts have random access, otherwise O(*n*) in the number of parts, whose
    ///   ids are compared. Parts with neither runs nor waiting triggers cost nothing else. With rules
    ///   of the state, O(*n*) for an action that changes the parts, otherwise O(1) for elements,
    ///   values of a dictionary and presentations. The middleware then keeps the last collection, so
    ///   the next change copies it.
    public func lift<ID, GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> ElementIDAction<ID, InputActionType>?,
        outputAction: @escaping @Sendable (ElementIDAction<ID, OutputActionType>) -> GlobalOutput,
        parts: StateParts<ID, GlobalState, StateType>
    ) -> EffectMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        let lift = EffectElementLift(input: inputAction, output: outputAction)
        let find: @Sendable (GlobalInput) -> [EffectMatch<GlobalInput, GlobalOutput, GlobalState>] = { [actionRules] in
            guard let local = inputAction($0) else { return [] }
            return Self.find(local.action, actionRules).map { match in
                match.lifted({ lift.start($0, local.id, parts) }, { $0.lifted(to: EffectKey(local.id)) })
            }
        }
        return EffectMiddleware<GlobalInput, GlobalOutput, GlobalState>(
            actionRules: [EffectActionRule(find)],
            stateRules: stateRules.map { $0.lifted(toEach: parts, lift) },
            removedElements: .of(parts, inner: removedElements, keepsParts: !stateRules.isEmpty),
            rules: rules
        )
    }

    /// Returns the rules that match an action, in order.
    static func find(_ action: InputActionType, _ rules: Members<ActionRule>) -> [Match] {
        var all: [Match] = []
        rules.forEach { all += $0.find(action) }
        return all
    }
}
