// SPDX-License-Identifier: MIT

/// Whether someone processes the actions of a store.
///
/// On the way of every action it is matched by patterns, since `==` is a call where code is not optimised.
@usableFromInline enum Phase: Sendable {
    /// Nobody; nothing waits.
    case idle
    /// Nobody yet: the executor is about to.
    case scheduled
    /// A thread does, and takes whatever is added to the queue.
    case processing
    /// The store is gone.
    case closed
}

/// What a thread that has used a store's contents has to do next.
@usableFromInline enum NextStep: Sendable {
    /// Process the action in the slot.
    case process
    /// Notify the observers, with the notice in the pipeline.
    case notify
    /// Find the next step, now that the last action is released.
    case proceed
    /// Do what is to be done for the observers, apart from notices.
    case tidy
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
    /// Nothing any more; release the pipeline, since the store is gone.
    case end
}

/// A function to call once; a struct, since a list of functions as such would wrap each of them.
@usableFromInline struct Callback: Sendable {
    @usableFromInline let call: @Sendable () -> Void

    @inlinable init(call: @escaping @Sendable () -> Void) {
        self.call = call
    }
}
