// SPDX-License-Identifier: MIT

/// The durations of the phases of an action.
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

    init(_ times: ActionTimes) {
        func between(_ start: UInt64, _ end: UInt64) -> Duration { .nanoseconds(end < start ? 0 : end - start) }
        handle = between(times.handling, times.reducing)
        reduce = between(times.reducing, times.notifying)
        observers = between(times.notifying, times.running)
        io = between(times.running, times.done)
    }
}
