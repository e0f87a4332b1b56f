// SPDX-License-Identifier: MIT

public import RexCore

/// What is kept of an action in memory.
@usableFromInline struct RecordedAction<ActionType, StateType> {
    @usableFromInline let number: Int
    @usableFromInline let cause: Int
    @usableFromInline let run: Int
    @usableFromInline let thread: Int
    @usableFromInline let action: ActionType
    @usableFromInline let source: ActionSource
    @usableFromInline var before: StateType?
    @usableFromInline var after: StateType?
    @usableFromInline var change: String?
    @usableFromInline var times: Times

    @inlinable init(
        number: Int,
        cause: Int,
        run: Int,
        thread: Int,
        action: ActionType,
        source: ActionSource,
        before: StateType?,
        times: Times
    ) {
        self.number = number
        self.cause = cause
        self.run = run
        self.thread = thread
        self.action = action
        self.source = source
        self.before = before
        self.times = times
    }
}

extension RecordedAction: Sendable where ActionType: Sendable, StateType: Sendable {}

/// When the steps of an action began; a step that was left out takes no time.
@usableFromInline struct Times: Equatable, Sendable {
    @usableFromInline var handling: UInt64
    @usableFromInline var reducing: UInt64 = 0
    @usableFromInline var notifying: UInt64 = 0
    @usableFromInline var running: UInt64 = 0
    @usableFromInline var done: UInt64 = 0

    @inlinable init(handling: UInt64 = 0) {
        self.handling = handling
    }
}

/// The newest actions.
@usableFromInline struct RecordRing<ActionType, StateType>: ~Copyable {
    @usableFromInline typealias Record = RecordedAction<ActionType, StateType>

    @usableFromInline let capacity: Int
    @usableFromInline var slots: ContiguousArray<Record> = []
    /// Where the oldest one is, once there is no more room.
    @usableFromInline var oldest = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Keeps a record; returns the one that had to make room.
    @inlinable mutating func append(_ record: consuming Record) -> Record? {
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

@available(*, unavailable)
extension RecordRing: Sendable {}
