// SPDX-License-Identifier: MIT

public import RexCore

/// What is kept of an action in memory.
@usableFromInline struct RecordedAction<ActionType, StateType> {
    @usableFromInline var head: RecordHead
    @usableFromInline let action: ActionType
    @usableFromInline var before: StateType?
    @usableFromInline var after: StateType?

    @inlinable @inline(__always) init(_ head: RecordHead, action: ActionType, before: StateType?) {
        self.head = head
        self.action = action
        self.before = before
    }
}

extension RecordedAction: Sendable where ActionType: Sendable, StateType: Sendable {}

/// What is kept of an action apart from values of its own types.
@usableFromInline struct RecordHead: Sendable {
    /// The numbers of the action that caused it, and of the run that sent it.
    @usableFromInline typealias Origin = (cause: Int?, task: Int?)

    @usableFromInline let number: Int
    @usableFromInline let thread: Int
    @usableFromInline let source: ActionSource
    @usableFromInline let origin: Origin
    @usableFromInline var change: String?
    @usableFromInline var times = Times()

    @inlinable @inline(__always) init(source: ActionSource, origin: Origin, thread: Int) {
        number = source.number ?? 0
        self.origin = origin
        self.thread = thread
        self.source = source
    }
}

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

    /// With the beginning of each step, once the action is done.
    @inlinable var complete: Times {
        var times = self
        if times.running == 0 { times.running = times.done }
        if times.notifying == 0 { times.notifying = times.running }
        return times
    }
}
