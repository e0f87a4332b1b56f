// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

/// What a recorder has kept: a value, to be queried, written to a file, replayed, and made into a test.
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
    /// What did not happen, in the order in which it was noticed; as many are kept as actions.
    public let notices: [RecordedNotice]
    /// What of a file could not be read; nil if all of it could.
    public let damage: RecordingError?

    /// Whether the recorder has left out what must not be seen, so that actions and states are not those of the app.
    public let isRedacted: Bool

    /// The rules that the middlewares have declared.
    let rules: [CountedRule]
    /// When recording began, in nanoseconds since 1970.
    let startOfDay: UInt64
    let numbering: Numbering
    let runsByNumber: [Int: RecordedRun]
    /// Where the action with each number stands.
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
        numbering = Numbering(entries.lazy.map(\.number))
        runsByNumber = Dictionary(runs.map { ($0.number, $0) }) { $1 }
        places = Dictionary(entries.enumerated().map { ($1.number, $0) }) { $1 }
    }

    /// The action with this number; nil if it is not there, or not any more.
    public func entry(_ number: Int) -> Entry? { places[number].map { entries[$0] } }

    /// What led to an action: the one that caused it, then the cause of that, back to what came from outside.
    ///
    /// The last one has a cause of its own if that is not kept any more. Empty for an action that came from outside,
    /// and for a number that is not there.
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

extension Recording {
    /// An action that was processed.
    public struct Entry {
        /// The number of the action, which no other one of the process has.
        public let number: Int
        /// The number of the action that caused it; nil if it came from outside.
        public let cause: Int?
        /// The action; nil if a file has only its description.
        public let action: ActionType?
        /// Where the action was dispatched, with the way that it took.
        public let source: ActionSource
        /// When the store began to process it, counted from the beginning of the recording.
        public let time: Duration
        /// How long that took.
        public let durations: RecordedDurations
        /// The thread that processed it, in the order in which threads came up, counted from 1.
        public let thread: Int
        /// The `StoreTask/number` of the task that sent it; nil if none did.
        public let run: Int?
        /// The state that the reducer got; nil if it was not kept.
        public let stateBefore: StateType?
        /// The state that the reducer left; nil if it was not kept, or if the process ended before.
        public let stateAfter: StateType?
        /// Whether all that belongs to it was done; false for the action that a process died of.
        public let isDone: Bool

        let recordedChange: String?
        /// What a file has of the action, if that is no longer a value.
        let actionDescription: String?
        let beforeDescription: String?
        let afterDescription: String?
    }
}

extension Recording.Entry: Sendable where ActionType: Sendable, StateType: Sendable {}

extension Recording.Entry {
    init(_ record: RecordedAction<ActionType, StateType>, start: UInt64, writing: ((Any) -> String)?) {
        let head = record.head
        number = head.number
        cause = head.origin.cause
        action = record.action
        source = writing.map { head.source.written(by: $0) } ?? head.source
        time = .nanoseconds(head.times.handling - start)
        durations = RecordedDurations(head.times)
        thread = head.thread
        run = head.origin.task
        stateBefore = record.before
        stateAfter = record.after
        isDone = true
        recordedChange = head.change
        actionDescription = nil
        beforeDescription = nil
        afterDescription = nil
    }

    /// What the action changed, a line for each difference: `rows[3].title: "a" → "b"`; empty if that is
    /// nothing, or was not kept.
    ///
    /// - Complexity: O(*n*) in the size of the state, if states were kept; the text is made each time.
    public var change: String {
        if let recordedChange { return recordedChange }
        guard let stateBefore, let stateAfter else { return "" }
        return StateComparison(of: stateBefore, and: stateAfter).text
    }

    /// The steps of the source since the action that caused this one.
    var steps: [ActionSource.Step] { source.trail(since: cause) }

    /// The action as text, as Swift would write it.
    public var actionText: String { actionDescription ?? action.map { ValueText.bounded($0) } ?? "" }

    /// Whether there is only the description of the action, which could not be encoded.
    public var isDescribed: Bool { action == nil }
}

/// How long the steps of an action took.
public struct RecordedDurations: Hashable, Sendable {
    /// The `handle` of all middlewares.
    public let handle: Duration
    /// The reducer.
    public let reduce: Duration
    /// The observers.
    public let observers: Duration
    /// The `IO` of all middlewares.
    public let io: Duration

    /// All of it.
    public var total: Duration { handle + reduce + observers + io }

    init(_ times: Times) {
        func between(_ start: UInt64, _ end: UInt64) -> Duration { .nanoseconds(end < start ? 0 : end - start) }
        handle = between(times.handling, times.reducing)
        reduce = between(times.reducing, times.notifying)
        observers = between(times.notifying, times.running)
        io = between(times.running, times.done)
    }
}
