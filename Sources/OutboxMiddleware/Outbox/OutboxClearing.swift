// SPDX-License-Identifier: MIT

/// The removal of everything that the file of an ``Outbox`` has.
struct OutboxClearing: Sendable {
    /// How often everything was cancelled; the attempts of before are ignored.
    private(set) var count = 0
    /// The number of the change that asked for the last removal, until it is done.
    private var change: Int?
    /// Whether a removal is left that an earlier process has started.
    var isLeft = false
    /// Whether the file may have something that was not there at the last removal.
    private var isNeeded = true

    var isRunning: Bool { change != nil || isLeft }

    /// Starts a removal; returns false if there is nothing new to remove.
    mutating func begin() -> Bool {
        guard isNeeded else { return false }
        count += 1
        isNeeded = false
        return true
    }

    /// Sets the number of the change that asked for the removal.
    mutating func wait(for change: Int) { self.change = change }

    /// Ends the removal that was asked for by a change, unless there is a later one; nil for that of
    /// an earlier process.
    mutating func end(_ change: Int?) {
        isLeft = false
        if change == self.change { self.change = nil }
    }

    /// Notes that something is added to the file.
    mutating func noteChange() { isNeeded = true }
}
