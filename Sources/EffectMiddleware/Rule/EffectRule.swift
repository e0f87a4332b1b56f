// SPDX-License-Identifier: MIT

public import RexCore

/// The description of a rule: its name, its location in the code, and its options.
@usableFromInline final class EffectRule: Sendable {
    let name: String?
    @usableFromInline let call: ActionSource
    @usableFromInline let options: EffectOptions
    /// The number of the rule in its middleware, or of the first rule with the same name.
    @usableFromInline let group: Int
    /// Whether the rule has an `ended`, so that a run may send a final action.
    let hasFinalAction: Bool

    init(name: String?, call: ActionSource, options: EffectOptions, group: Int, hasFinalAction: Bool) {
        self.name = name
        self.call = call
        self.options = options
        self.group = group
        self.hasFinalAction = hasFinalAction
    }

    /// The text of the rule for messages: `Effect search at Search.swift:12`.
    var text: String { Self.text(name, call) }

    static func text(_ name: String?, _ call: ActionSource, kind: String = "Effect") -> String {
        "\(kind)\(name.map { " \($0)" } ?? "") at \(call.place)"
    }
}
