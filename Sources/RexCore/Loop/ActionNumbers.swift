// SPDX-License-Identifier: MIT

/// Gives the actions of a store their numbers, and knows where the latest action came from.
@usableFromInline struct ActionNumbers: Sendable {
    /// The number of the latest action.
    @usableFromInline var latest: UInt64 = 0
    /// The number of the action that caused the latest one, or 0.
    @usableFromInline var cause: UInt64 = 0
    /// The number of the latest action that a task has sent.
    @usableFromInline var latestOfTask: UInt64 = 0
    /// The number of that task.
    @usableFromInline var task = 0

    @inlinable init() {}

    /// Gives the action in the slot the next number.
    ///
    /// The source of a new action is that of the action which caused it. So it has the number of the
    /// cause, which becomes ``cause``, until this call replaces it.
    @inlinable mutating func assignNext<ActionType>(to slot: ActionSlot<ActionType>) {
        let tag = slot.tag
        latest += 1
        cause = tag & ActionSource.numbers
        if latest & (ActionSource.rangeOfNumbers - 1) == 0 { beginRange(at: 1) }
        slot.tag = latest
    }

    /// Takes the next range of numbers for this store.
    ///
    /// - Parameter offset: 1 to give the first number to an action now, 0 to give it to the next one.
    @usableFromInline mutating func beginRange(at offset: UInt64) {
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
    @inlinable var originOfLatest: (cause: UInt64, task: Int) { (cause, latest == latestOfTask ? task : 0) }

    /// Returns the same for the action with this number.
    ///
    /// Returns zeros if it is not the latest one.
    @usableFromInline func origin(of number: UInt64) -> (cause: UInt64, task: Int) {
        number == latest ? originOfLatest : (0, 0)
    }
}

private let lastRange = Lock<UInt64>(0)

/// Returns the number before a range of action numbers.
///
/// Ranges ascend, and each is used by one store of the process.
private func takeRangeOfNumbers() -> UInt64 {
    lastRange.withLock { last in
        last += ActionSource.rangeOfNumbers
        return last & ActionSource.numbers
    }
}
