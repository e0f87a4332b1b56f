// SPDX-License-Identifier: MIT

/// The state of a store's processing.
///
/// On the way of every action it is matched by patterns, since `==` is a call where code is not
/// optimised.
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
