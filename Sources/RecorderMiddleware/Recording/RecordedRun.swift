// SPDX-License-Identifier: MIT

import RexCore

/// A task of a store: the run of an effect, or work of another kind.
public struct RecordedRun: Hashable, Sendable {
    /// The ending of a run.
    public enum Ending: Hashable, Sendable {
        /// The run had not ended when the recording was made.
        case running
        /// The run returned.
        case returned
        /// The run failed, with the text of the error; whether its `catch` had an answer.
        case failed(String, isCaught: Bool)
        /// The run took longer than its limit.
        case timedOut(after: Duration)
        /// The run was cancelled, and has returned since: with the number of the action that did
        /// it, nil if that is not known.
        case cancelled(by: Int?)
        /// The run outlived its store, and has returned since.
        case endedWithStore
    }

    /// The `StoreTask/number` of the task.
    public let number: Int
    /// The number of the action that it works for; nil if there is none.
    public let cause: Int?
    /// The kind of the rule that started it, in a word, such as `effect`: the kind of the last step
    /// of its source; `task` if nothing was said.
    public let kind: String
    /// The name of the run, for people.
    public let name: String
    /// The file of the rule that started it, or empty.
    public let file: String
    /// The line in the file.
    public let line: UInt
    /// The time at which it began, counted from the beginning of the recording.
    public let began: Duration
    /// The time at which it ended; nil if it had not.
    public private(set) var ended: Duration?
    /// The ending; `Recording.explain` says it in a sentence.
    public private(set) var ending: Ending
    /// The one of several that the rule runs for, such as a row; nil if there is but one.
    public let key: String?
    /// The number of attempts: more than once if its policy tries again.
    public private(set) var attempts = 1

    init(
        number: Int,
        cause: Int?,
        kind: String,
        name: String,
        key: String? = nil,
        file: String,
        line: UInt,
        began: Duration
    ) {
        self.number = number
        self.cause = cause
        self.kind = kind
        self.name = name
        self.key = key
        self.file = file
        self.line = line
        self.began = began
        ending = .running
    }

    /// - Parameter writing: how values are written in texts; nil if all may be seen.
    init(_ task: StoreTask, began: Duration, writing: ((Any) -> String)?) {
        let step = task.source?.newestStep(since: task.source?.number, writing: writing)
        self.init(
            number: task.number,
            cause: task.source?.number,
            kind: step?.kind ?? "task",
            name: step?.text ?? "Task \(task.number)",
            key: step?.key,
            file: step?.file ?? task.source?.file ?? "",
            line: step?.line ?? task.source?.line ?? 0,
            began: began
        )
    }

    mutating func end(at time: Duration, _ ending: Ending, attempts: Int) {
        ended = time
        self.ending = ending
        self.attempts = attempts
    }
}
