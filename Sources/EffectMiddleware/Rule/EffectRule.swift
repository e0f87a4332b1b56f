// SPDX-License-Identifier: MIT

public import RexCore

/// What a rule is called, where it was written, and how its runs are kept.
@usableFromInline final class EffectRule: Sendable {
    let name: String?
    @usableFromInline let call: ActionSource
    @usableFromInline let plan: EffectPlan
    /// The number of the rule, or of the first one of its name, in its middleware.
    @usableFromInline let group: Int

    init(name: String?, call: ActionSource, plan: EffectPlan, group: Int) {
        self.name = name
        self.call = call
        self.plan = plan
        self.group = group
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

    var step: ActionSource.Step {
        let call = rule.call
        return .here(
            kind: "effect",
            text: rule.text,
            key: place.keyText,
            file: call.file,
            function: call.function,
            line: call.line
        )
    }
}
