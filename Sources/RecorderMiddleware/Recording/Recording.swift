// SPDX-License-Identifier: MIT

import RexCore

/// A snapshot of a recorder: a value that can be queried, written to a file, replayed, and turned
/// into a test.
///
/// ```swift
/// let recording = recorder.recording()
/// for cause in recording.causes(of: number) { print(cause.source.file, cause.source.line) }
/// try recording.write(to: "run.html")
/// ```
public struct Recording<ActionType, StateType> {
    /// The actions, in the order of processing.
    public let entries: [Entry]
    /// The tasks of the stores, in the order in which they began.
    ///
    /// In memory, a task is kept until it ends. Ended tasks and ``notices`` share room for at least
    /// twice as many events as actions. The end of a task is an event, as its beginning and a notice.
    public let runs: [RecordedRun]
    /// The notices about skipped actions and runs, in order.
    ///
    /// In memory, they share their room with ``runs``. The oldest notices of closed gates are dropped
    /// first.
    public let notices: [RecordedNotice]
    /// The error of a file that was read in part, or nil if all of it was read.
    public let damage: RecordingError?

    /// Whether the recorder has redacted actions and states, so that they differ from the app's.
    public let isRedacted: Bool

    /// The rules that the middlewares have posted.
    let rules: [RecordedRule]
    /// The time at the beginning of the recording, in nanoseconds since 1970.
    let startOfDay: UInt64
    let numbering: Numbering
    let runsByNumber: [Int: RecordedRun]
    /// The index of each action, by number.
    private let places: [Int: Int]

    init(
        entries: [Entry] = [],
        runs: [RecordedRun] = [],
        notices: [RecordedNotice] = [],
        rules: [RecordedRule] = [],
        startOfDay: UInt64,
        damage: RecordingError? = nil,
        isRedacted: Bool = false,
        stores: StoreList? = nil,
        hasOverwritten: Bool? = nil,
        missing: [Int: EventReference] = [:],
        numbering: Numbering? = nil
    ) {
        self.entries = entries
        self.runs = runs
        self.notices = notices
        self.rules = rules
        self.startOfDay = startOfDay
        self.damage = damage
        self.isRedacted = isRedacted
        self.numbering =
            numbering
            ?? Numbering(
                entries.lazy.map { ($0.number, $0.store) },
                of: stores,
                hasOverwritten: hasOverwritten,
                naming: missing
            )
        runsByNumber = Dictionary(runs.map { ($0.number, $0) }) { $1 }
        places = Rows.places(of: entries.map(\.number))
    }

    /// Returns the action with a number, or nil if it does not exist or is not kept any more.
    public func entry(_ number: Int) -> Entry? { places[number].map { entries[$0] } }

    /// The name of an action in errors.
    func errorName(of entry: Entry) -> String { "action \(numbering.label(entry.number)), \(entry.actionText)" }

    /// Returns the causal chain of an action: its cause, the cause of that, and so on to an action
    /// from outside.
    ///
    /// If a cause is not kept any more, the chain ends before it. The result is empty for an action
    /// from outside, and for an unknown number.
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

    /// Returns all actions that followed from an action, directly or indirectly, in the order of
    /// processing.
    ///
    /// - Complexity: O(*n*) in the kept actions.
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
