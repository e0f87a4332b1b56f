// SPDX-License-Identifier: MIT

public import RexCore

/// The description of a rule: its name, the place in the code, and how its runs are kept.
@usableFromInline final class EffectRule: Sendable {
    let name: String?
    @usableFromInline let call: ActionSource
    @usableFromInline let options: EffectOptions
    /// The number of the rule, or of the first one of its name, in its middleware.
    @usableFromInline let group: Int
    /// True if the end of a run can send an action, by the rule's `ended`.
    let hasFinalAction: Bool

    init(name: String?, call: ActionSource, options: EffectOptions, group: Int, hasFinalAction: Bool) {
        self.name = name
        self.call = call
        self.options = options
        self.group = group
        self.hasFinalAction = hasFinalAction
    }

    /// The rule for people: `Effect search at Search.swift:12`.
    var text: String { Self.text(name, call) }

    static func text(_ name: String?, _ call: ActionSource) -> String {
        let file = call.file.split(separator: "/").last ?? ""
        return "Effect\(name.map { " \($0)" } ?? "") at \(file):\(call.line)"
    }
}
