// SPDX-License-Identifier: MIT

/// A value that knows for which entries of an ``Outbox`` it waits.
///
/// An ``Optimistic`` state is one. Another value that contains such a state can be saved with
/// `Feature.saving(_:to:acknowledging:)` if it passes the question on:
///
/// ```swift
/// struct Feed: Codable, Equatable, OutboxPending {
///     var posts: Optimistic<[Post], PostAction>
///
///     func isPending(_ id: OutboxID) -> Bool { posts.isPending(id) }
/// }
/// ```
public protocol OutboxPending {
    /// Returns whether the value waits for the outcome of an entry.
    func isPending(_ id: OutboxID) -> Bool
}

extension Optimistic: OutboxPending {}
