// SPDX-License-Identifier: MIT

/// The state of a ``Outbox/cancelAll()``, which removes all contents of the file.
struct OutboxClearing: Sendable {
    /// The number of clears.
    ///
    /// Attempts from before the last one are ignored.
    private(set) var count = 0
    /// The number of the change that requested the last removal, until it is done.
    private var change: Int?
    /// Whether an earlier process has not finished a removal.
    var isLeft = false
    /// Whether something may have been added to the file since the last removal.
    private(set) var isNeeded = true

    var isRunning: Bool { change != nil || isLeft }

    /// Starts a removal.
    ///
    /// Returns false if there is nothing new to remove.
    mutating func begin() -> Bool {
        guard isNeeded else { return false }
        count += 1
        isNeeded = false
        return true
    }

    /// Sets the number of the change that requested the removal.
    mutating func wait(for change: Int) { self.change = change }

    /// Ends the removal of a change, unless there is a later one.
    ///
    /// Nil stands for the removal of an earlier process.
    mutating func end(_ change: Int?) {
        isLeft = false
        if change == self.change { self.change = nil }
    }

    /// Notes that something is added to the file.
    mutating func noteChange() { isNeeded = true }
}
