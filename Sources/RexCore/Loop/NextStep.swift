// SPDX-License-Identifier: MIT

/// The next thing to do for a thread that has used a store's contents.
@usableFromInline enum NextStep: Sendable {
    /// Process the action in the slot.
    case process
    /// Notify the observers, with the notice in the processor.
    case notify
    /// Find the next step, now that the last action is released.
    case proceed
    /// Do what is to be done for the observers, apart from notices.
    case updateObservers
    /// Call those who wait for the queue to be empty.
    case callBack
    /// Let the executor process what waits.
    case schedule
    /// Drop what waits, since the store is gone.
    case drop
    /// Nothing any more; call those who wait for the store to settle.
    case settle
    /// Nothing any more.
    case stop
    /// Nothing any more; release the processor, since the store is gone.
    case end
}
