// SPDX-License-Identifier: MIT

/// The next step of the thread that processes the queue of a store.
@usableFromInline enum NextStep: Sendable {
    /// Process the action in the slot.
    case process
    /// Find the next step, after the last action was released.
    case findNext
    /// Pass on backlogs, take in new observers, and release removed ones.
    case updateObservers
    /// Call the functions that wait for the store to become idle.
    case callIdleWaiters
    /// Stop, and call the functions that wait for the store to settle.
    case settle
    /// Stop: the store is idle.
    case stop
    /// Stop, and release the middlewares: the store has ended.
    case end
}
