// SPDX-License-Identifier: MIT

public import RexCore

/// What a rule is called, where it was written, and how its runs are kept.
@usableFromInline final class EffectRule: Sendable {
    let name: String?
    @usableFromInline let call: ActionSource
    @usableFromInline let plan: EffectPlan
    /// The number of the rule, or of the first one of its name, in its middleware.
    @usableFromInline let group: Int
    /// Whether its runs have a last word.
    let hasLastWord: Bool

    init(name: String?, call: ActionSource, plan: EffectPlan, group: Int, hasLastWord: Bool) {
        self.name = name
        self.call = call
        self.plan = plan
        self.group = group
        self.hasLastWord = hasLastWord
    }

    /// `Effect search at Search.swift:12`.
    var text: String { Self.text(name, call) }

    static func text(_ name: String?, _ call: ActionSource) -> String {
        let file = call.file.split(separator: "/").last ?? ""
        return "Effect\(name.map { " \($0)" } ?? "") at \(file):\(call.line)"
    }
}

/// How an action came out of a run.
struct EffectStep: ActionDerivation {
    let rule: EffectRule
    let place: EffectPlace
    /// The number of the run; 0 for what none has sent.
    var run = 0
    /// Whether it is about the time that a trigger waits for, not about its run.
    var isDelay = false

    var step: ActionSource.Step {
        let call = rule.call
        return .here(
            kind: "effect",
            text: isDelay ? "Delay of \(rule.text)" : rule.text,
            key: place.keyText,
            file: call.file,
            function: call.function,
            line: call.line
        )
    }

    /// The name of the rule stands in the code; the key is made of an action, the state, or the id of an element.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step.hidingKey(of: step) }
}
