// SPDX-License-Identifier: MIT

public import RexCore

/// A rule that derives one action from another, with the call that added it.
@usableFromInline final class Bridge<InputActionType: Sendable, OutputActionType: Sendable, StateType>: Sendable {
    /// How the derived action is found.
    @usableFromInline enum Rule: Sendable {
        /// `derive` decides before the reducer. `when`, if there is one, decides after it, with the
        /// new state.
        case byAction(
            derive: @Sendable (InputActionType) -> OutputActionType?,
            when: (@Sendable (InputActionType, GetState<StateType>) -> Bool)?
        )
        /// `derive` decides after the reducer, with the action and the new state. It is only called
        /// for actions for which `concerns` returns true.
        case byState(
            concerns: @Sendable (InputActionType) -> Bool,
            derive: @Sendable (InputActionType, GetState<StateType>) -> OutputActionType?
        )
    }

    @usableFromInline let rule: Rule
    @usableFromInline let site: BridgeSite
    /// Whether the rule reads the state.
    @usableFromInline let dependsOnState: Bool
    /// Derives the action if the rule doesn't read the state; otherwise returns nil.
    ///
    /// It isn't optional, since an optional closure would be retained for each action.
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

    /// Returns the `IO` that sends the derived action, or an empty one if the action doesn't match.
    @inlinable func io(
        _ action: InputActionType,
        _ dispatcher: ActionSource,
        _ state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard !dependsOnState else { return ioThatReadsTheState(action, dispatcher, state) }
        guard let derived = answer(action) else { return .pure() }
        return send(derived, from: dispatcher, answering: action)
    }

    /// A function of its own, so that an action that doesn't match skips its set-up.
    @inlinable @inline(__always) func send(
        _ derived: OutputActionType,
        from dispatcher: ActionSource,
        answering action: InputActionType
    ) -> IO<OutputActionType> {
        .send(derived, from: dispatcher, derivedBy: BridgeDerivation(origin: action, site: site))
    }

    /// Returns the `IO` of a rule that reads the state after the reducer.
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
