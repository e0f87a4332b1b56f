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
        let place = ActionSource.Step(kind: "bridge", text: "", at: call)
        let text = "Bridged from \(action) at \(place.fileName), \(call.function):\(call.line)"
        return .init(kind: place.kind, text: text, at: call)
    }

    /// The step that stands for the bridge itself, independent of any action.
    var rule: ActionSource.Step { .init(kind: template.kind, text: "Bridge at \(call.place)", at: call) }
}
