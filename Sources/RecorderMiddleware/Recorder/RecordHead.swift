// SPDX-License-Identifier: MIT

public import RexCore

/// The record of an action, without values of generic types.
@usableFromInline struct RecordHead: Sendable {
    /// The numbers of the cause and of the run that sent the action.
    @usableFromInline typealias Origin = (cause: Int?, task: Int?)

    @usableFromInline let number: Int
    @usableFromInline let thread: Int
    @usableFromInline let source: ActionSource
    @usableFromInline let origin: Origin
    @usableFromInline var change: String?
    @usableFromInline var times = ActionTimes()

    @inlinable @inline(__always) init(source: ActionSource, origin: Origin, thread: Int) {
        number = source.number ?? 0
        self.origin = origin
        self.thread = thread
        self.source = source
    }
}
