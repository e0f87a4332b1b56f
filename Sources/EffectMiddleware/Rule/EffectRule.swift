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
    /// The case that lifts the feature of the rule, if the rule is named by it.
    private let caseName = Lock<(isWanted: Bool, name: String?)>((false, nil))

    init(name: String?, call: ActionSource, options: EffectOptions, group: Int, hasFinalAction: Bool) {
        self.name = name
        self.call = call
        self.options = options
        self.group = group
        self.hasFinalAction = hasFinalAction
    }

    /// The text of the rule for messages: `Effect search at Search.swift:12`.
    var text: String { Self.text(name ?? caseName.withLock { $0.name }, call) }

    /// Lets the case that lifts the feature name the rule, if it has no name.
    func nameByCase() { caseName.withLock { $0.isWanted = true } }

    func setCaseName(_ name: String?) {
        caseName.withLock { if $0.isWanted { $0.name = name } }
    }

    static func text(_ name: String?, _ call: ActionSource) -> String {
        let file = call.file.split(separator: "/").last ?? ""
        return "Effect\(name.map { " \($0)" } ?? "") at \(file):\(call.line)"
    }
}
