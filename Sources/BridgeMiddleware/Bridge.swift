// SPDX-License-Identifier: MIT

public import RexCore

/// One rule by which an action becomes another, and where it was written.
@usableFromInline final class Bridge<InputActionType: Sendable, OutputActionType: Sendable, StateType>: Sendable {
    /// The way in which the other action is found.
    @usableFromInline enum Rule: Sendable {
        /// The action decides, before the reducer; then, if there is a condition, the state after
        /// it.
        case byAction(
            derive: @Sendable (InputActionType) -> OutputActionType?,
            when: (@Sendable (InputActionType, GetState<StateType>) -> Bool)?
        )
        /// Action and state decide together, after the reducer; only for actions that concern the
        /// rule.
        case byState(
            concerns: @Sendable (InputActionType) -> Bool,
            derive: @Sendable (InputActionType, GetState<StateType>) -> OutputActionType?
        )
    }

    @usableFromInline let rule: Rule
    @usableFromInline let site: BridgeSite
    /// True if the state decides too.
    @usableFromInline let dependsOnState: Bool
    /// The answer if the action decides alone; not optional, since an optional closure would be
    /// retained for each action.
    @usableFromInline let answer: @Sendable (InputActionType) -> OutputActionType?

    @inlinable init(rule: Rule, site: BridgeSite) {
        self.rule = rule
        self.site = site
        if case .byAction(let derive, nil) = rule {
            dependsOnState = false
            answer = derive
        } else {
            dependsOnState = true
            answer = { _ in nil }
        }
    }

    /// Returns the `IO` of the rule for an action.
    @inlinable func io(
        _ action: InputActionType,
        _ dispatcher: ActionSource,
        _ state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard !dependsOnState else { return ioThatReadsTheState(action, dispatcher, state) }
        guard let derived = answer(action) else { return .pure() }
        return send(derived, from: dispatcher, answering: action)
    }

    /// Apart, so that an action that does not match needs nothing of this.
    @inlinable @inline(__always) func send(
        _ derived: OutputActionType,
        from dispatcher: ActionSource,
        answering action: InputActionType
    ) -> IO<OutputActionType> {
        .send(derived, from: dispatcher, derivedBy: BridgeDerivation(origin: action, site: site))
    }

    /// Returns the `IO` of the rule for an action, if the state after the reducer decides too.
    @inlinable func ioThatReadsTheState(
        _ action: InputActionType,
        _ dispatcher: ActionSource,
        _ state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        switch rule {
        case .byAction(let derive, let condition):
            guard let derived = derive(action) else { return .pure() }
            let step = BridgeDerivation(origin: action, site: site)
            return IO { output in
                if condition?(action, state) ?? true { output.dispatch(derived, from: dispatcher.derived(by: step)) }
            }
        case .byState(let concerns, let derive):
            guard concerns(action) else { return .pure() }
            let step = BridgeDerivation(origin: action, site: site)
            return IO { output in
                if let derived = derive(action, state) { output.dispatch(derived, from: dispatcher.derived(by: step)) }
            }
        }
    }
}
