// SPDX-License-Identifier: MIT

import RexCore

/// All that a recorder has kept: a value, to be queried, written to a file, replayed, and made into
/// a test.
///
/// ```swift
/// let recording = recorder.recording()
/// for cause in recording.causes(of: number) { print(cause.source.file, cause.source.line) }
/// try recording.write(to: "run.html")
/// ```
public struct Recording<ActionType, StateType> {
    /// The actions, the oldest one first, in the order in which they were processed.
    public let entries: [Entry]
    /// The tasks of the stores, in the order in which they began; as many are kept as actions.
    public let runs: [RecordedRun]
    /// The notices of what did not happen, in the order in which it was noticed; as many are kept
    /// as actions.
    public let notices: [RecordedNotice]
    /// The error of a file that could be read in part; nil if all of it could.
    public let damage: RecordingError?

    /// True if the recorder has left out what must not be seen, so that actions and states are not
    /// those of the app.
    public let isRedacted: Bool

    /// The rules that the middlewares have declared.
    let rules: [CountedRule]
    /// The beginning of the recording, in nanoseconds since 1970.
    let startOfDay: UInt64
    let numbering: Numbering
    let runsByNumber: [Int: RecordedRun]
    /// The index of the action with each number.
    private let places: [Int: Int]

    init(
        entries: [Entry] = [],
        runs: [RecordedRun] = [],
        notices: [RecordedNotice] = [],
        rules: [CountedRule] = [],
        startOfDay: UInt64,
        damage: RecordingError? = nil,
        isRedacted: Bool = false
    ) {
        self.entries = entries
        self.runs = runs
        self.notices = notices
        self.rules = rules
        self.startOfDay = startOfDay
        self.damage = damage
        self.isRedacted = isRedacted
        numbering = Numbering(entries.lazy.map { ($0.number, $0.store) })
        runsByNumber = Dictionary(runs.map { ($0.number, $0) }) { $1 }
        places = Dictionary(entries.enumerated().map { ($1.number, $0) }) { $1 }
    }

    /// The action with this number; nil if it is not there, or not any more.
    public func entry(_ number: Int) -> Entry? { places[number].map { entries[$0] } }

    /// Returns all that led to an action: the one that caused it, then the cause of that, back to
    /// what came from outside.
    ///
    /// The last one has a cause of its own if that is not kept any more. Empty for an action that
    /// came from outside, and for a number that is not there.
    ///
    /// - Complexity: O(*n*) in the causes.
    public func causes(of number: Int) -> [Entry] {
        var causes: [Entry] = []
        var next = entry(number)?.cause
        while let number = next, let cause = entry(number) {
            causes.append(cause)
            next = cause.cause
        }
        return causes
    }

    /// All that followed from an action, directly or not, in the order in which it was processed.
    ///
    /// - Complexity: O(*n*) in the actions that are kept.
    public func consequences(of number: Int) -> [Entry] {
        var numbers: Set = [number]
        return entries.filter { entry in
            guard let cause = entry.cause, numbers.contains(cause) else { return false }
            numbers.insert(entry.number)
            return true
        }
    }
}

extension Recording: Sendable where ActionType: Sendable, StateType: Sendable {}
