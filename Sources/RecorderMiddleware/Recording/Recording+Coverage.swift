// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// The number of times that rules and cases occurred in a recording, including those that never
/// did.
public struct RecordingCoverage: Hashable, Sendable {
    /// A rule of a middleware: a bridge, a gate, or an effect.
    public struct Rule: Hashable, Sendable {
        /// The kind of the rule, such as `bridge`.
        public let kind: String
        /// The name of the rule, or its first effect.
        public let text: String
        /// The file of the rule, or empty if it is unknown.
        public let file: String
        /// The line in the file.
        public let line: UInt
        /// The number of actions that the rule has sent, of runs that it has started, or of actions
        /// that have opened or closed a gate; 0 if it never occurred.
        public let count: Int
    }

    /// The number of actions of each case, by names such as `list.added`; 0 if a case never
    /// occurred.
    ///
    /// An action for an element is named without its id, such as `row.toggle`. Cases that never
    /// occurred are known for the action's own type, and for enums inside cases that occurred.
    public let cases: [String: Int]
    /// The rules of the middlewares, in the order of their source locations.
    ///
    /// Bridges, effects, gates that actions control, and rules of other middlewares are known from
    /// the beginning. Other rules are known once they have occurred. The same is true in a
    /// recording that was read from a file, and inside a composition that was lifted into a
    /// collection, which has no context; such gates are never known. Gates that the state controls
    /// are not included.
    public let rules: [Rule]

    /// The names of the cases that never occurred, sorted.
    public var missingCases: [String] { Array(cases.filter { $0.value == 0 }.keys).sorted() }
    /// The rules that never occurred.
    public var missingRules: [Rule] { rules.filter { $0.count == 0 } }
}

extension RecordingCoverage.Rule: CustomStringConvertible {
    /// The name of the rule with its place, such as `Effect search at Search.swift:12`.
    public var description: String {
        let place = "\(file.split(separator: "/").last ?? ""):\(line)"
        return file.isEmpty || text.contains(place) ? text : "\(text) at \(place)"
    }
}

extension Recording {
    /// The number of times that the actions' cases and the middlewares' rules occurred.
    ///
    /// - Complexity: O(*n*) in the kept actions.
    public var coverage: RecordingCoverage {
        var cases = CaseNames.names(of: ActionType.self)
        var holders: Set<String> = []
        var rules: [RuleKey: (text: String, count: Int)] = [:]
        for posted in self.rules {
            let key = RuleKey(posted.rule)
            rules[key] = (posted.rule.text, posted.uses + (rules[key]?.count ?? 0))
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

/// The key of a rule: its source location, and the name of a gate, since a function may make
/// several gates at one location.
private struct RuleKey: Hashable, Comparable {
    let kind: String
    let file: String
    let line: UInt
    /// The name of a gate, or of a rule without a location.
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

    /// Returns the registered name of a rule from the text of one of its steps or runs.
    ///
    /// The step of a bridge contains an action, and a run may be the delay, the timeout or the
    /// cancellation of an effect.
    func ruleText(of text: String) -> String {
        switch kind {
        case "bridge" where !file.isEmpty: "Bridge at \(file.split(separator: "/").last ?? ""):\(line)"
        case "effect":
            ["Delay of ", "Timeout of ", "Cancelling of "]
                .reduce(text) { $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0 }
        default: text
        }
    }

    // Not inlined, since a sort compares at many places.
    @inline(never) static func < (left: RuleKey, right: RuleKey) -> Bool {
        (left.file, left.line, left.kind, left.name) < (right.file, right.line, right.kind, right.name)
    }
}
