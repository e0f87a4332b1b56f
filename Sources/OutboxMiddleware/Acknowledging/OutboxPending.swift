// SPDX-License-Identifier: MIT

/// A value that knows for which entries of an ``Outbox`` it waits.
///
/// An ``Optimistic`` state is one. Another value that contains such a state can be saved with
/// `Feature.saving(_:to:acknowledging:)` if it passes the ids on:
///
/// ```swift
/// struct Feed: Codable, Equatable, OutboxPending {
///     var posts: Optimistic<[Post], PostAction>
///
///     var pendingIDs: Set<OutboxID> { posts.pendingIDs }
/// }
/// ```
public protocol OutboxPending {
    /// The ids of the entries for whose outcome the value waits.
    var pendingIDs: Set<OutboxID> { get }
}

extension Optimistic: OutboxPending {
    /// The ids of the pending actions.
    ///
    /// - Complexity: O(1)
    public var pendingIDs: Set<OutboxID> { queue.ids }
}
