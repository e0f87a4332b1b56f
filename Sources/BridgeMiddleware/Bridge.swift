// SPDX-License-Identifier: MIT

public import RexCore

/// One rule by which an action becomes another, and where it was written.
@usableFromInline final class Bridge<InputActionType: Sendable, OutputActionType: Sendable, StateType>: Sendable {
    /// How the other action is found.
    @usableFromInline enum Rule: Sendable {
        /// The action decides, before the reducer; then, if there is a condition, the state after it.
        case byAction(
            derive: @Sendable (InputActionType) -> OutputActionType?,
            when: (@Sendable (InputActionType, GetState<StateType>) -> Bool)?
        )
        /// Action and state decide together, after the reducer; only for actions that concern the rule.
        case byState(
            concerns: @Sendable (InputActionType) -> Bool,
            derive: @Sendable (InputActionType, GetState<StateType>) -> OutputActionType?
        )
    }

    @usableFromInline let rule: Rule
    @usableFromInline let site: BridgeSite
    /// What the rule makes of an action.
    @usableFromInline let io:
        @Sendable (InputActionType, ActionSource, @escaping GetState<StateType>) -> IO<OutputActionType>

    @inlinable init(rule: Rule, site: BridgeSite) {
        self.rule = rule
        self.site = site
        switch rule {
        case .byAction(let derive, nil):
            io = { action, dispatcher, _ in
                guard let derived = derive(action) else { return .pure() }
                return IO { output in output.dispatch(site.derive(derived, of: action, from: dispatcher)) }
            }
        case .byAction(let derive, let condition?):
            io = { action, dispatcher, state in
                guard let derived = derive(action) else { return .pure() }
                return IO { output in
                    guard condition(action, state) else { return }
                    output.dispatch(site.derive(derived, of: action, from: dispatcher))
                }
            }
        case .byState(let concerns, let derive):
            io = { action, dispatcher, state in
                guard concerns(action) else { return .pure() }
                return IO { output in
                    guard let derived = derive(action, state) else { return }
                    output.dispatch(site.derive(derived, of: action, from: dispatcher))
                }
            }
        }
    }
}

/// The call that built a bridge.
@usableFromInline final class BridgeSite: Sendable {
    @usableFromInline let file: String
    @usableFromInline let function: String
    @usableFromInline let line: UInt

    @usableFromInline init(file: String, function: String, line: UInt) {
        self.file = file
        self.function = function
        self.line = line
    }

    /// An action that was derived here from `action`, with its source.
    @inlinable func derive<Derived>(
        _ derived: Derived,
        of action: some Sendable,
        from dispatcher: ActionSource
    ) -> DispatchedAction<Derived> {
        let past = dispatcher.past
        return DispatchedAction(
            derived,
            dispatcher: dispatcher.continuing(past) { past.followed(by: "Bridged from \(action) at \(self)") }
        )
    }
}

extension BridgeSite: CustomStringConvertible {
    @usableFromInline var description: String {
        let name = file.split(separator: "/").last ?? ""
        return "\(name), \(function):\(line)"
    }
}
