// SPDX-License-Identifier: MIT

/// The start times of an action's phases.
///
/// A skipped phase takes no time.
@usableFromInline struct ActionTimes: Equatable, Sendable {
    @usableFromInline var handling: UInt64
    @usableFromInline var reducing: UInt64 = 0
    @usableFromInline var notifying: UInt64 = 0
    @usableFromInline var running: UInt64 = 0
    @usableFromInline var done: UInt64 = 0

    @inlinable init(handling: UInt64 = 0) {
        self.handling = handling
    }

    /// The times with a start of each phase, after the end of the action.
    @inlinable var complete: ActionTimes {
        var times = self
        if times.running == 0 { times.running = times.done }
        if times.notifying == 0 { times.notifying = times.running }
        return times
    }
}
