// SPDX-License-Identifier: MIT

/// The next step for a thread that has used the contents of a store.
@usableFromInline enum NextStep: Sendable {
    /// Process the action in the slot.
    case process
    /// Notify the observers of the notice in the processor.
    case notify
    /// Find the next step, after the last action was released.
    case proceed
    /// Pass on backlogs, take in new observers, and release removed ones.
    case updateObservers
    /// Call the functions that wait for an empty queue.
    case callBack
    /// Let the executor process the queue.
    case schedule
    /// Drop the queue, since the store has ended.
    case drop
    /// Stop processing, and call the functions that wait for the store to settle.
    case settle
    /// Do nothing more.
    case stop
    /// Stop processing, and release the processor, since the store has ended.
    case end
}
