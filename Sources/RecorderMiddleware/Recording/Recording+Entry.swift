// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

extension Recording {
    /// An action that was processed.
    public struct Entry {
        /// The number of the action, which is unique in the process.
        public let number: Int
        /// The name of the store from `Recorder.middleware(named:)`, or nil.
        public internal(set) var store: String?
        /// The number of the action that caused this one, or nil if it came from outside.
        public let cause: Int?
        /// The action, or nil if the file has only its description.
        public let action: ActionType?
        /// The source of the action: its file and line, and its derivations.
        public let source: ActionSource
        /// The start time of its processing, counted from the beginning of the recording.
        public let time: Duration
        /// The durations of its phases.
        public internal(set) var durations: RecordedDurations
        /// The thread that processed the action.
        ///
        /// Threads are numbered from 1 in the order in which they are seen.
        public let thread: Int
        /// The `StoreTask/number` of the task that sent the action, or nil.
        public let run: Int?
        /// The state before the reducer, or nil if it was not kept.
        public internal(set) var stateBefore: StateType?
        /// The state after the reducer, or nil if it was not kept or the process ended before.
        public internal(set) var stateAfter: StateType?
        /// Whether processing has ended.
        ///
        /// False for the action during which the process crashed.
        public internal(set) var isDone: Bool

        package var recordedChange: String?
        /// The text of an action that cannot be decoded.
        let actionDescription: String?
        var beforeDescription: String?
        var afterDescription: String?
        /// The presentations that the action is for if they were read, or nil.
        var recordedPresentations: [PresentationPlace]?
        /// The parts that are too long for the file.
        var shortened: ShortenedParts = []

        /// Whether a part of the action was too long for the file, so that only a shortened text of it
        /// is kept: the action, its change, or a state.
        public var isShortened: Bool { !shortened.isEmpty }
    }
}

/// The parts of an action that are shortened.
struct ShortenedParts: OptionSet, Sendable {
    let rawValue: Int

    static let action = ShortenedParts(rawValue: 1)
    static let change = ShortenedParts(rawValue: 2)
    static let state = ShortenedParts(rawValue: 4)

    /// The parts for people.
    var text: String {
        [(ShortenedParts.action, "the action"), (.change, "its change"), (.state, "its state")]
            .filter { contains($0.0) }.map(\.1).joined(separator: " and ")
    }
}

extension Recording.Entry: Sendable where ActionType: Sendable, StateType: Sendable {}

extension Recording.Entry {
    init(
        _ record: RecordedAction<ActionType, StateType>,
        in store: String?,
        start: UInt64,
        writing: ((Any) -> String)?
    ) {
        let head = record.head
        number = head.number
        self.store = store
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

    /// The changes of the action, one line for each difference, such as `rows[3].title: "a" → "b"`.
    ///
    /// Empty if nothing changed, or if changes were not kept.
    ///
    /// - Complexity: O(*n*) in the size of the state if states were kept. The text is not cached.
    public var change: String {
        if let recordedChange { return recordedChange }
        guard let stateBefore, let stateAfter else { return "" }
        return StateComparison(of: stateBefore, and: stateAfter).text
    }

    /// Whether it was recorded that the action left the state as it was.
    var changedNothing: Bool {
        recordedChange?.isEmpty ?? (stateBefore != nil && stateAfter != nil && change.isEmpty)
    }

    /// The presentations that the action is for, outermost first.
    var presentations: [PresentationPlace] {
        recordedPresentations ?? action.map { PresentationPlace.all(in: $0) } ?? []
    }

    /// The steps of the source since the action that caused this one.
    package var steps: [ActionSource.Step] { source.trail(since: cause) }

    /// The action as text, as Swift would write it.
    public var actionText: String { actionDescription ?? action.map { ValueText.bounded($0) } ?? "" }
}

extension ActionSource {
    /// Returns this source with its steps as fixed texts, without the info of the dispatcher.
    ///
    /// The result holds none of the values that the texts are made from.
    fileprivate func written(by write: @escaping (Any) -> String) -> ActionSource {
        var links: [(step: Step, number: Int)] = []
        forEachStep(since: nil, writing: write) { step, number, _ in links.append((step, number)) }
        var source = ActionSource(file: file, function: function, line: line, info: nil)
        for link in links.reversed() {
            source = source.processed(as: link.number).derived(by: link.step)
        }
        return source.processed(as: number ?? 0)
    }
}
