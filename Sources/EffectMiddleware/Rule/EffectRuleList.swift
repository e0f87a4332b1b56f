// SPDX-License-Identifier: MIT

public import RexCore

/// The rules of a middleware without their types, so that a lift can copy them unchanged.
@usableFromInline struct EffectRuleList: Sendable {
    /// The rules that start runs.
    @usableFromInline private(set) var all: [EffectRule] = []
    /// The position of the next rule among all rules, including cancelling rules.
    @usableFromInline private(set) var nextPosition = 0
    /// What a map shows of a request after its policy; nil for other rules.
    var wordsOfRequest: [String]?
    /// The names, and the types of the keys, that rules cancel.
    private var cancelled: [EffectCancelledName] = []

    init() {}

    /// Makes the description of a rule that will be added.
    ///
    /// - Precondition: The options are valid and equal the options of other rules with the same
    ///   name.
    @usableFromInline func newRule(
        named name: String?,
        _ checked: (options: EffectOptions, mistake: String?),
        _ call: ActionSource,
        hasFinalAction: Bool
    ) -> EffectRule {
        func stop(_ mistake: String) -> Never {
            preconditionFailure("\(EffectRule.text(name, call)) has an invalid policy: \(mistake).")
        }
        if let mistake = checked.options.mistake ?? checked.mistake { stop(mistake) }
        let options = checked.options
        let namesake = name.flatMap { name in all.first { $0.name == name } }
        if let namesake, !options.isCompatible(with: namesake.options) {
            stop(
                """
                \(namesake.text) has the same name and a different policy. \
                Give both the same policy or different names
                """
            )
        }
        let group = options.isOfState ? all.count : namesake?.group ?? all.count
        return EffectRule(name: name, call: call, options: options, group: group, hasFinalAction: hasFinalAction)
    }

    @usableFromInline mutating func append(_ rule: EffectRule?, cancelling name: EffectCancelledName? = nil) {
        nextPosition += 1
        if let rule { all.append(rule) }
        if let name { cancelled.append(name) }
    }

    /// The reasons why names that rules cancel never cancel anything.
    var mistakes: [String] { cancelled.compactMap { $0.mistake(among: all) } }
}
