// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

extension Recording {
    /// An action that was processed.
    public struct Entry {
        /// The number of the action, which no other one of the process has.
        public let number: Int
        /// The name of the store, as it was given to `Recorder.middleware(named:)`; nil if it has
        /// none.
        public internal(set) var store: String?
        /// The number of the action that caused it; nil if it came from outside.
        public let cause: Int?
        /// The action; nil if a file has only its description.
        public let action: ActionType?
        /// The source of the action: file, line and the derivations on its way.
        public let source: ActionSource
        /// The time at which the store began to process it, counted from the beginning of the
        /// recording.
        public let time: Duration
        /// The durations of its phases.
        public internal(set) var durations: RecordedDurations
        /// The thread that processed it, in the order in which threads came up, counted from 1.
        public let thread: Int
        /// The `StoreTask/number` of the task that sent it; nil if none did.
        public let run: Int?
        /// The state that the reducer got; nil if it was not kept.
        public internal(set) var stateBefore: StateType?
        /// The state that the reducer left; nil if it was not kept, or if the process ended before.
        public internal(set) var stateAfter: StateType?
        /// True if all that belongs to it was done; false for the action that a process died of.
        public internal(set) var isDone: Bool

        var recordedChange: String?
        /// The text that a file has of an action which cannot be decoded.
        let actionDescription: String?
        var beforeDescription: String?
        var afterDescription: String?
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

    /// The changes of the action, a line for each difference: `rows[3].title: "a" → "b"`; empty if
    /// that is nothing, or was not kept.
    ///
    /// - Complexity: O(*n*) in the size of the state, if states were kept; the text is made each
    ///   time.
    public var change: String {
        if let recordedChange { return recordedChange }
        guard let stateBefore, let stateAfter else { return "" }
        return StateComparison(of: stateBefore, and: stateAfter).text
    }

    /// The steps of the source since the action that caused this one.
    var steps: [ActionSource.Step] { source.trail(since: cause) }

    /// The action as text, as Swift would write it.
    public var actionText: String { actionDescription ?? action.map { ValueText.bounded($0) } ?? "" }

    /// True if there is only the description of the action, which could not be encoded.
    public var isDescribed: Bool { action == nil }
}
