// SPDX-License-Identifier: MIT

public import RexCore

// These overloads of `MiddlewareProtocol.lift` keep the rules in one middleware.

extension EffectMiddleware {
    /// Lifts the rules from local to global types.
    ///
    /// Further rules can be added to the result. It keeps its own runs, separate from this
    /// middleware.
    ///
    /// `inputAction` is called once for each action, for any number of rules. If there are rules of
    /// the state, `state` is called for each reduction of the store. See the lift of other
    /// middlewares.
    public func lift<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> EffectMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        let find: @Sendable (GlobalInput) -> [EffectMatch<GlobalInput, GlobalOutput, GlobalState>] = { [actionRules] in
            guard let local = inputAction($0) else { return [] }
            return Self.find(local, actionRules).map { $0.lifted { $0.lifted(inputAction, outputAction, state) } }
        }
        return EffectMiddleware<GlobalInput, GlobalOutput, GlobalState>(
            actionRules: [EffectActionRule(find)],
            stateRules: stateRules.map { $0.lifted(inputAction, outputAction, state) },
            removedElements: removedElements?.lifted(state),
            rules: rules
        )
    }

    /// Lifts output and state.
    ///
    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> EffectMiddleware<InputActionType, GlobalOutput, GlobalState> {
        lift(inputAction: { $0 }, outputAction: outputAction, state: state)
    }

    /// Lifts input and state.
    ///
    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> EffectMiddleware<GlobalInput, OutputActionType, GlobalState> {
        lift(inputAction: inputAction, outputAction: { $0 }, state: state)
    }

    /// Lifts input and output.
    ///
    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalOutput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> EffectMiddleware<GlobalInput, GlobalOutput, StateType> {
        lift(inputAction: inputAction, outputAction: outputAction, state: { $0 })
    }

    /// Lifts the input.
    ///
    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?
    ) -> EffectMiddleware<GlobalInput, OutputActionType, StateType> {
        lift(inputAction: inputAction, outputAction: { $0 }, state: { $0 })
    }

    /// Lifts the output.
    ///
    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> EffectMiddleware<InputActionType, GlobalOutput, StateType> {
        lift(inputAction: { $0 }, outputAction: outputAction, state: { $0 })
    }

    /// Lifts the state.
    ///
    /// See ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> EffectMiddleware<InputActionType, OutputActionType, GlobalState> {
        lift(inputAction: { $0 }, outputAction: { $0 }, state: state)
    }

    /// Returns the rules that match an action, in order.
    static func find(_ action: InputActionType, _ rules: Members<ActionRule>) -> [Match] {
        var all: [Match] = []
        rules.forEach { all += $0.find(action) }
        return all
    }
}

extension EffectMiddleware where InputActionType == OutputActionType {
    /// Lifts the rules with a case path.
    ///
    /// See the lift of other middlewares.
    ///
    /// In a composition, it is only called for actions of its case, like other middlewares.
    public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> EffectMiddleware<GlobalAction, GlobalAction, GlobalState> {
        var lifted = lift(inputAction: path.extract, outputAction: path.embed, state: state)
        let local = changed { _ in }
        lifted.quickComposition = { liftAsAny(local, path, state) }
        return lifted
    }
}

/// Lifts a middleware with the general lift, so that a composition knows its case.
private func liftAsAny<Local: MiddlewareProtocol, GlobalAction, GlobalState>(
    _ local: Local,
    _ path: CasePath<GlobalAction, Local.InputActionType>,
    _ state: @escaping @Sendable (GlobalState) -> Local.StateType
) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> where Local.InputActionType == Local.OutputActionType {
    local.lift(case: path, state: state).composition
}
