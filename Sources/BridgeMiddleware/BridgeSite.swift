// SPDX-License-Identifier: MIT

public import RexCore

/// The call that added a bridge.
@usableFromInline final class BridgeSite: Sendable {
    let call: ActionSource
    /// The step of a derived action, with a placeholder for the action that it answers.
    let template: ActionSource.Step

    @usableFromInline init(_ call: ActionSource) {
        self.call = call
        template = Self.step(answering: ActionSource.Step.placeholder, at: call)
    }

    /// Returns the step of an action that was derived from `action`.
    static func step(answering action: Any, at call: ActionSource) -> ActionSource.Step {
        let location = ActionSource.Step(kind: "", text: "", file: call.file, function: call.function, line: call.line)
        return .here(
            kind: "bridge",
            text: "Bridged from \(action) at \(location.fileName), \(location.function):\(location.line)",
            file: location.file,
            function: location.function,
            line: location.line
        )
    }

    /// The step that stands for the bridge itself, independent of any action.
    var rule: ActionSource.Step {
        let text = "Bridge at \(template.fileName):\(call.line)"
        return .here(kind: template.kind, text: text, file: call.file, function: call.function, line: call.line)
    }
}
