// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// What came up in a recording, how often, and what never did.
public struct RecordingCoverage: Hashable, Sendable {
    /// A rule of a middleware: a bridge, a gate, an effect.
    public struct Rule: Hashable, Sendable {
        /// Its kind, in a word, such as `bridge`.
        public let kind: String
        /// What it is called, or what it did the first time.
        public let text: String
        /// The file in which it was written.
        public let file: String
        /// The line in the file.
        public let line: UInt
        /// How many actions it has sent, or runs it has started; 0 if it never came up.
        public let count: Int
    }

    /// How often each case of the actions came up, by names such as `list.added`; 0 if it never did.
    ///
    /// Cases that never came up are known of the action's own type, and of enums inside of actions that did.
    public let cases: [String: Int]
    /// The rules of the middlewares, in the order of their places in the code.
    public let rules: [Rule]

    /// The names of the cases that never came up, sorted.
    public var missingCases: [String] { cases.filter { $0.value == 0 }.keys.sorted() }
    /// The rules that never came up.
    public var missingRules: [Rule] { rules.filter { $0.count == 0 } }
}

extension Recording {
    /// Which cases of the actions, and which rules of the middlewares, came up how often, and which never did.
    ///
    /// - Complexity: O(*n*) in the actions that are kept.
    public var coverage: RecordingCoverage {
        var cases = CaseNames.names(of: ActionType.self)
        var rules: [RuleKey: (text: String, count: Int)] = [:]
        for rule in self.rules { rules[RuleKey(rule)] = (rule.text, 0) }
        func count(_ key: RuleKey, _ text: @autoclosure () -> String) {
            rules[key] = (rules[key]?.text ?? text(), (rules[key]?.count ?? 0) + 1)
        }
        for entry in entries {
            if let action = entry.action {
                CaseNames.add(action, to: &cases)
            } else {
                cases[ActionName.of(entry.actionText), default: 0] += 1
            }
            guard let step = entry.source.trail.last, entry.cause != nil, step.kind != "dispatch" else { continue }
            if entry.run == nil { count(RuleKey(step), step.text) }
        }
        for run in runs { count(RuleKey(kind: run.kind, file: run.file, line: run.line), run.name) }
        return RecordingCoverage(
            cases: cases,
            rules: rules.sorted { ($0.key.file, $0.key.line) < ($1.key.file, $1.key.line) }.map { key, value in
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

/// A rule is known by its place in the code.
private struct RuleKey: Hashable {
    let kind: String
    let file: String
    let line: UInt

    init(kind: String, file: String, line: UInt) {
        self.kind = kind
        self.file = file
        self.line = line
    }

    init(_ step: ActionSource.Step) {
        self.init(kind: step.kind, file: step.file, line: step.line)
    }
}

/// The names of cases, those of enums in enums behind a dot.
enum CaseNames {
    static func names(of type: Any.Type) -> [String: Int] {
        Dictionary(EnumCases.names(of: type).map { ($0, 0) }) { count, _ in count }
    }

    /// Counts the case of an action, and learns the cases of the enums that it holds.
    static func add(_ action: Any, to counts: inout [String: Int]) {
        var name = ""
        var value = action
        while true {
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .enum else { break }
            let payload = mirror.children.first
            if name.isEmpty {
                name = payload?.label ?? "\(value)"
            } else {
                // What holds an enum is known by the cases of that.
                if counts[name] == 0 { counts[name] = nil }
                for other in EnumCases.names(of: type(of: value)) { counts["\(name).\(other)", default: 0] += 0 }
                name += "." + (payload?.label ?? "\(value)")
            }
            guard let payload else { break }
            value = payload.value
        }
        counts[name.isEmpty ? "\(type(of: action))" : name, default: 0] += 1
    }
}
