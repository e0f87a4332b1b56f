// SPDX-License-Identifier: MIT

/// The times at which the phases of an action began; a phase that was left out takes no time.
@usableFromInline struct ActionTimes: Equatable, Sendable {
    @usableFromInline var handling: UInt64
    @usableFromInline var reducing: UInt64 = 0
    @usableFromInline var notifying: UInt64 = 0
    @usableFromInline var running: UInt64 = 0
    @usableFromInline var done: UInt64 = 0

    @inlinable init(handling: UInt64 = 0) {
        self.handling = handling
    }

    /// These times with the beginning of each phase, once the action is done.
    @inlinable var complete: ActionTimes {
        var times = self
        if times.running == 0 { times.running = times.done }
        if times.notifying == 0 { times.notifying = times.running }
        return times
    }
}
