// SPDX-License-Identifier: MIT

import RexCore

/// What is kept of an action in memory.
struct RecordedAction<ActionType, StateType> {
    let number: Int
    let cause: Int
    let run: Int
    let thread: Int
    let action: ActionType
    let source: ActionSource
    var before: StateType?
    var after: StateType?
    var change: String?
    var times: Times
}

extension RecordedAction: Sendable where ActionType: Sendable, StateType: Sendable {}

/// When the steps of an action began; a step that was left out takes no time.
struct Times: Equatable, Sendable {
    var handling: UInt64 = 0
    var reducing: UInt64 = 0
    var notifying: UInt64 = 0
    var running: UInt64 = 0
    var done: UInt64 = 0
}

/// The newest actions.
struct RecordRing<ActionType, StateType>: ~Copyable {
    typealias Record = RecordedAction<ActionType, StateType>

    private let capacity: Int
    private var slots: ContiguousArray<Record> = []
    /// Where the oldest one is, once there is no more room.
    private var oldest = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Keeps a record; returns the one that had to make room.
    mutating func append(_ record: consuming Record) -> Record? {
        guard slots.count == capacity else {
            slots.append(record)
            return nil
        }
        let place = oldest
        oldest = place + 1 == capacity ? 0 : place + 1
        var record = record
        swap(&slots[place], &record)
        return record
    }

    /// All of them, the oldest one first.
    var records: [Record] { Array(slots[oldest...]) + slots[..<oldest] }
}
