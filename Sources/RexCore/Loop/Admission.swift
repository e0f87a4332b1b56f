// SPDX-License-Identifier: MIT

/// What the thread that has added an action or other work to a store does next.
@usableFromInline enum Admission: Sendable {
    /// Processes the action, which is in the slot.
    case process
    /// Asks the executor to process the queue.
    case schedule
    /// Nothing: another thread takes the work.
    case wait
    /// Drops the queue, since the store has ended.
    case drop
}
