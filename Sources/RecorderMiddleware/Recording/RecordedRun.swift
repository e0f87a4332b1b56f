// SPDX-License-Identifier: MIT

import RexCore

/// A task of a store: the run of an effect, or work of another kind.
public struct RecordedRun: Hashable, Sendable {
    /// How a run ended.
    public enum Ending: String, Hashable, Sendable {
        /// It was still running when the recording was made.
        case running
        /// It returned.
        case finished
        /// It was cancelled, and has returned since.
        case cancelled
    }

    /// The `StoreTask/number` of the task.
    public let number: Int
    /// The number of the action that it works for; nil if there is none.
    public let cause: Int?
    /// What started it, in a word, such as `effect`: the kind of the last step of its source; `task` if nothing was said.
    public let kind: String
    /// What it does, for people.
    public let name: String
    /// The file of the rule that started it, or empty.
    public let file: String
    /// The line in the file.
    public let line: UInt
    /// When it began, counted from the beginning of the recording.
    public let began: Duration
    /// When it ended; nil if it had not.
    public private(set) var ended: Duration?
    /// How it ended.
    public private(set) var ending: Ending

    init(
        number: Int,
        cause: Int?,
        kind: String,
        name: String,
        file: String,
        line: UInt,
        began: Duration
    ) {
        self.number = number
        self.cause = cause
        self.kind = kind
        self.name = name
        self.file = file
        self.line = line
        self.began = began
        ending = .running
    }

    init(_ task: StoreTask, began: Duration) {
        let step = task.source?.trail(since: task.source?.number).last
        self.init(
            number: task.number,
            cause: task.source?.number,
            kind: step?.kind ?? "task",
            name: step?.text ?? "Task \(task.number)",
            file: step?.file ?? task.source?.file ?? "",
            line: step?.line ?? task.source?.line ?? 0,
            began: began
        )
    }

    mutating func end(at time: Duration, isCancelled: Bool) {
        ended = time
        ending = isCancelled ? .cancelled : .finished
    }
}
