// SPDX-License-Identifier: MIT

public import RexCore

/// The call that built a bridge.
@usableFromInline final class BridgeSite: Sendable {
    let call: ActionSource
    /// The step of an answer, with a placeholder for the action that it answers.
    let template: ActionSource.Step

    @usableFromInline init(_ call: ActionSource) {
        self.call = call
        template = Self.step(answering: ActionSource.Step.placeholder, at: call)
    }

    /// Returns the step of the answer to an action.
    static func step(answering action: Any, at call: ActionSource) -> ActionSource.Step {
        let place = ActionSource.Step(kind: "", text: "", file: call.file, function: call.function, line: call.line)
        return .here(
            kind: "bridge",
            text: "Bridged from \(action) at \(place.fileName), \(place.function):\(place.line)",
            file: place.file,
            function: place.function,
            line: place.line
        )
    }

    /// The bridge itself, apart from any action.
    var rule: ActionSource.Step {
        let text = "Bridge at \(template.fileName):\(call.line)"
        return .here(kind: template.kind, text: text, file: call.file, function: call.function, line: call.line)
    }
}
