// SPDX-License-Identifier: MIT

/// A value that waits for outcomes of entries in an ``Outbox``.
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
    /// The ids of the entries whose outcomes the value waits for.
    var pendingIDs: Set<OutboxID> { get }
}

extension Optimistic: OutboxPending {
    /// The ids of the pending actions.
    ///
    /// - Complexity: O(1)
    public var pendingIDs: Set<OutboxID> { queue.ids }
}
