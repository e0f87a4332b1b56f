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
        /// The run failed.
        ///
        /// The values are the text of the error, and whether `catch` has handled it.
        case failed(String, isCaught: Bool)
        /// The run took longer than its limit.
        case timedOut(after: Duration)
        /// The run was cancelled and has returned.
        ///
        /// The value is the number of the cancelling action, or nil if it is unknown.
        case cancelled(by: Int?)
        /// The run outlived its store, and has returned.
        case endedWithStore
    }

    /// The `StoreTask/number` of the task.
    public let number: Int
    /// The number of the action that the run works for, or nil.
    public let cause: Int?
    /// The kind of the rule that started the run, such as `effect`: the kind of the last step of
    /// its source, or `task` without a source.
    public let kind: String
    /// The name of the run, for people.
    public let name: String
    /// The file of the rule that started the run, or empty.
    public let file: String
    /// The line in the file.
    public let line: UInt
    /// The start time, counted from the beginning of the recording.
    public let began: Duration
    /// The end time, or nil if the run had not ended.
    public private(set) var ended: Duration?
    /// The ending.
    ///
    /// `Recording.explain` describes it in a sentence.
    public private(set) var ending: Ending
    /// The key of the run within its rule, such as a row.
    ///
    /// Nil if the rule has no keys.
    public let key: String?
    /// The number of attempts.
    ///
    /// More than one if the policy retries.
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

    /// - Parameter writing: Writes values in texts if the recorder redacts, otherwise nil.
    init(_ task: StoreTask, began: Duration, writing: ((Any) -> String)?) {
        let step = task.source?.newestStep(since: task.source?.number, writing: writing)
        self.init(
            number: task.number,
            cause: task.source?.number,
            kind: step?.kind ?? "task",
            name: step?.text ?? "Task",
            key: step?.key,
            file: step?.file ?? task.source?.file ?? "",
            line: step?.line ?? task.source?.line ?? 0,
            began: began
        )
    }

    /// Returns runs in the order of their numbers.
    static func sorted(_ runs: [RecordedRun]) -> [RecordedRun] { runs.sorted { $0.number < $1.number } }

    /// The run before its end.
    package var atItsBeginning: RecordedRun {
        RecordedRun(
            number: number,
            cause: cause,
            kind: kind,
            name: name,
            key: key,
            file: file,
            line: line,
            began: began
        )
    }

    mutating func end(at time: Duration, _ ending: Ending, attempts: Int) {
        ended = time
        self.ending = ending
        self.attempts = attempts
    }
}
