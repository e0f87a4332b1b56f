// SPDX-License-Identifier: MIT

/// The phase of a store's loop.
@usableFromInline enum Phase: Sendable {
    /// No thread is processing, and the queue is empty.
    case idle
    /// No thread is processing yet; the executor has been asked to.
    case scheduled
    /// A thread is processing, and will take all actions that are added to the queue.
    case processing
    /// The store has ended.
    case closed
}
