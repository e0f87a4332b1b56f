// SPDX-License-Identifier: MIT

/// Gives the actions of a store their numbers, and knows where the latest action came from.
@usableFromInline struct ActionNumbers: Sendable {
    /// The number of the latest action.
    @usableFromInline var latest = 0
    /// The number of the action that caused the latest one, or 0.
    @usableFromInline var cause = 0
    /// The number of the latest action that a task has sent.
    @usableFromInline var latestOfTask = 0
    /// The number of that task.
    @usableFromInline var task = 0

    @inlinable init() {}

    /// Gives the action in the slot the next number.
    ///
    /// The source of a new action is that of the action which caused it. So it has the number of the
    /// cause, which becomes ``cause``, until this call replaces it.
    @inlinable mutating func assignNext<ActionType>(to slot: ActionSlot<ActionType>) {
        cause = slot.number
        latest += 1
        if latest & (ActionSource.rangeOfNumbers - 1) == 0 { beginRange(at: 1) }
        slot.number = latest
    }

    /// Takes the next range of numbers for this store.
    ///
    /// - Parameter offset: 1 to give the first number to an action now, 0 to give it to the next one.
    @usableFromInline mutating func beginRange(at offset: Int) {
        latest = takeRangeOfNumbers() + offset
    }

    /// Notes that the task with this number has sent the latest action.
    @usableFromInline mutating func noteTask(_ number: Int) {
        latestOfTask = latest
        task = number
    }

    /// The number of the action that caused the latest one, and the number of the task that sent
    /// it.
    ///
    /// Each is 0 if there is no such action or task.
    @inlinable var originOfLatest: (cause: Int, task: Int) { (cause, latest == latestOfTask ? task : 0) }

    /// Returns the same for the action with this number.
    ///
    /// Returns zeros if it is not the latest one.
    @usableFromInline func origin(of number: Int) -> (cause: Int, task: Int) {
        number == latest ? originOfLatest : (0, 0)
    }
}

private let lastRange = Lock(0)

/// Returns the number before a range of action numbers.
///
/// Ranges ascend, and each is used by one store of the process.
private func takeRangeOfNumbers() -> Int {
    lastRange.withLock { last in
        // Numbers of 32 bits are too few for many stores: then they repeat.
        last = (last &+ ActionSource.rangeOfNumbers) & .max
        return last
    }
}
