// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// The door of an app's values into a recording: each value passes it before it is kept or written.
@usableFromInline struct Redaction<ActionType: Sendable, StateType: Sendable>: Sendable {
    // Optional closures would be retained for each action.
    @usableFromInline let hasAction: Bool
    @usableFromInline let redactAction: @Sendable (ActionType) -> ActionType
    @usableFromInline let hasState: Bool
    @usableFromInline let redactState: @Sendable (StateType) -> StateType

    init(_ action: (@Sendable (ActionType) -> ActionType)?, _ state: (@Sendable (StateType) -> StateType)?) {
        hasAction = action != nil
        redactAction = action ?? { $0 }
        hasState = state != nil
        redactState = state ?? { $0 }
    }

    var isOn: Bool { hasAction || hasState }

    @inlinable func kept(action: ActionType) -> ActionType { hasAction ? redactAction(action) : action }

    @inlinable func kept(state: StateType) -> StateType { hasState ? redactState(state) : state }

    /// Returns a value of any type, or nil if it is not an action of the recorder and may have a secret.
    func kept(any value: Any) -> Any? {
        guard isOn else { return value }
        return (value as? ActionType).map { kept(action: $0) }
    }

    /// Returns the text of a value of any type.
    func text(of value: Any) -> String { kept(any: value).map { ValueText.bounded($0) } ?? "…" }

    /// Returns the text of an error, or the name of its type.
    func text(ofError error: any Error) -> String { isOn ? "\(type(of: error))" : "\(error)" }

    /// Writes values in texts if the recorder redacts, otherwise nil.
    var writing: (@Sendable (Any) -> String)? {
        guard isOn else { return nil }
        return { text(of: $0) }
    }

    /// Returns a rule whose text has no value.
    ///
    /// Rules of Rex itself have none.
    func kept(rule: RecordedRule) -> RecordedRule {
        let isOfRex = ["bridge", "effect", "gate", "publisher"].contains(rule.rule.kind)
        return isOn && !isOfRex ? RecordedRule(rule: rule.rule.withoutValues, uses: rule.uses) : rule
    }
}
