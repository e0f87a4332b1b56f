// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// The rules and cases that came up in a recording, how often, and those that never did.
public struct RecordingCoverage: Hashable, Sendable {
    /// A rule of a middleware: a bridge, a gate, an effect.
    public struct Rule: Hashable, Sendable {
        /// Its kind, in a word, such as `bridge`.
        public let kind: String
        /// The name of the rule, or its first effect.
        public let text: String
        /// The file in which it was written; empty if that is not known.
        public let file: String
        /// The line in the file.
        public let line: UInt
        /// The number of actions that it has sent, of runs that it has started, or, for a gate, how
        /// many actions have opened or closed it since it was made; 0 if it never came up.
        public let count: Int
    }

    /// The number of actions of each case, by names such as `list.added`; 0 if it never
    /// did.
    ///
    /// What an action for an element holds is named as if there were no id around it: `row.toggle`.
    /// Cases that never came up are known of the action's own type, and of enums inside of actions
    /// that did.
    public let cases: [String: Int]
    /// The rules of the middlewares, in the order of their places in the code.
    ///
    /// Bridges, effects, gates that actions move, and what other middlewares declare, are known
    /// from the beginning; in a recording that was read from a file, or if they are members of a
    /// composition that was lifted into a collection, which has no context, once they have come up,
    /// and such gates never. Other rules are known once they have come up. A gate that the state
    /// decides is none of them.
    public let rules: [Rule]

    /// The names of the cases that never came up, sorted.
    public var missingCases: [String] { cases.filter { $0.value == 0 }.keys.sorted() }
    /// The rules that never came up.
    public var missingRules: [Rule] { rules.filter { $0.count == 0 } }
}

extension Recording {
    /// The counts of the cases of the actions, and of the rules of the middlewares: how often they
    /// came up, and which never did.
    ///
    /// - Complexity: O(*n*) in the actions that are kept.
    public var coverage: RecordingCoverage {
        var cases = CaseNames.names(of: ActionType.self)
        var holders: Set<String> = []
        var rules: [RuleKey: (text: String, count: Int)] = [:]
        for counted in self.rules {
            let key = RuleKey(counted.rule)
            rules[key] = (counted.rule.text, counted.count + (rules[key]?.count ?? 0))
        }
        func count(_ key: RuleKey, _ text: String) {
            rules[key] = (rules[key]?.text ?? key.ruleText(of: text), (rules[key]?.count ?? 0) + 1)
        }
        for entry in entries {
            if let action = entry.action {
                CaseNames.add(action, to: &cases, &holders)
            } else {
                cases[ActionName.of(entry.actionText), default: 0] += 1
            }
            guard let step = entry.steps.last, entry.cause != nil, step.kind != "dispatch" else { continue }
            if entry.run == nil { count(RuleKey(step), step.text) }
        }
        for run in runs where run.kind != "task" {
            count(RuleKey(kind: run.kind, file: run.file, line: run.line), run.name)
        }
        return RecordingCoverage(
            cases: cases,
            rules: rules.sorted { $0.key < $1.key }
                .map { key, value in
                    RecordingCoverage.Rule(
                        kind: key.kind,
                        text: value.text,
                        file: key.file,
                        line: key.line,
                        count: value.count
                    )
                }
        )
    }
}

/// The key of a rule: its place in the code; for a gate also its name, since a function may make
/// several gates at one place.
private struct RuleKey: Hashable, Comparable {
    let kind: String
    let file: String
    let line: UInt
    /// The name of a gate, or of a rule without file and line.
    let name: String

    init(kind: String, file: String, line: UInt, name: String = "") {
        self.kind = kind
        self.file = file
        self.line = line
        self.name = name
    }

    init(_ step: ActionSource.Step) {
        self.init(
            kind: step.kind,
            file: step.file,
            line: step.line,
            name: step.file.isEmpty || step.kind == "gate" ? step.text : ""
        )
    }

    /// Returns the name of a rule as its middleware declares it, from the text of one of its steps or
    /// runs: a bridge's has an action in it, and a run may be the delay, the timeout or the
    /// cancelling of an effect.
    func ruleText(of text: String) -> String {
        switch kind {
        case "bridge" where !file.isEmpty: "Bridge at \(file.split(separator: "/").last ?? ""):\(line)"
        case "effect":
            ["Delay of ", "Timeout of ", "Cancelling of "]
                .reduce(text) { $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0 }
        default: text
        }
    }

    static func < (left: RuleKey, right: RuleKey) -> Bool {
        (left.file, left.line, left.kind, left.name) < (right.file, right.line, right.kind, right.name)
    }
}
