// SPDX-License-Identifier: MIT

import RexCore

/// A durable queue of jobs for a server, kept in the state.
///
/// ```swift
/// struct Chat: Sendable {
///     var outbox = Outbox<Message>()
///     var isOnline = false
/// }
///
/// let chat = Feature<ChatAction, Chat, World>.combine {
///     Feature { action, chat in
///         if case .wrote(let text) = action { chat.outbox.add(Message(text), lane: "room") }
///     }
///     Feature.outbox(case: ChatAction.prisms.outbox, state: \.outbox, while: \.isOnline, to: { $0.outboxFile }) {
///         message, id, world in
///         try await world.api.post(message, idempotencyKey: "\(id)")
///     }
/// }
/// ```
///
/// Any reducer can add, cancel and retry entries. `Feature.outbox` writes each change to a log on
/// disk and sends the entries. Once an entry is ``OutboxPhase/waiting``, no crash can lose it.
///
/// Entries of a lane are sent one at a time, in the order in which they were added. A rejected entry
/// is set aside and does not block its lane. An entry that is being retried does.
///
/// - Important: The file is the source of truth. Don't save, undo or replace an outbox as part of
///   other state; to empty it, call ``cancelAll()``. Replacing an outbox by an older value of itself
///   traps, since new jobs would get the ids of jobs that were already sent. Several stores may start
///   from one value: each store draws ids of its own.
/// - Complexity: Each change is amortised O(1).
public struct Outbox<Job: Codable & Sendable>: Sendable {
    /// One element, in an array so that a copy of the state copies a single reference.
    @usableFromInline var storage: [OutboxQueue<Job>]

    @inline(__always) @inlinable var queue: OutboxQueue<Job> { storage[0] }

    /// Makes an empty outbox.
    ///
    /// Its ids begin with random bits. Each store that starts with the outbox, or with a copy of it,
    /// draws bits of its own.
    public init() {
        var random = RandomSource.system
        storage = [OutboxQueue(first: .first(using: &random))]
    }

    // MARK: Entries

    /// The entries in the order in which they were added.
    ///
    /// - Complexity: O(*n*)
    public var entries: [OutboxEntry<Job>] { queue.items.entries }

    /// The entries that were not rejected: those that are saved, wait, are being sent or are being
    /// cancelled, in the order in which they were added.
    ///
    /// - Complexity: O(*n*); ``pendingCount`` is O(1).
    public var pending: [OutboxEntry<Job>] { entries.filter { $0.phase.rejection == nil } }

    /// The entries that the server has rejected, in the order in which they were added.
    ///
    /// They are kept until ``retry(_:)`` sends one again or ``cancel(_:)`` dismisses it.
    ///
    /// - Complexity: O(*n*) in the number of entries, or O(1) if no entry is rejected.
    public var rejected: [OutboxEntry<Job>] {
        queue.items.rejectedCount == 0 ? [] : entries.filter { $0.phase.rejection != nil }
    }

    /// The entries of the file whose job cannot be decoded, such as one of a newer version of the app.
    ///
    /// They are not in ``entries``, and their lanes go on without them. ``retry(_:)`` decodes one again;
    /// ``cancel(_:)`` and ``cancelAll()`` remove them.
    ///
    /// - Complexity: O(*n*) in their number.
    public var unreadable: [OutboxUnreadable] { queue.unreadableEntries.entries }

    /// The number of ``pending`` entries, such as for a badge.
    public var pendingCount: Int { queue.items.count - queue.items.rejectedCount }

    /// The number of all entries, pending and rejected.
    public var count: Int { queue.items.count }

    /// Whether there is no entry, neither a pending nor a rejected one, and ``isClearing`` is false.
    public var isEmpty: Bool { count == 0 && !isClearing }

    /// Whether ``cancelAll()`` was called and its removals are not all on disk.
    ///
    /// Log a user out once this is false. If the process ends before, the next process finishes the
    /// removal.
    public var isClearing: Bool { queue.clearing.isRunning }

    /// The entry with an id, or nil if it does not exist.
    public subscript(id: OutboxID) -> OutboxEntry<Job>? { queue.items[id]?.entry }
}

extension Outbox: Equatable where Job: Equatable {
    /// Returns whether both have the same entries in the same order, readable and unreadable, and the
    /// same ``isClearing``.
    public static func == (lhs: Outbox, rhs: Outbox) -> Bool {
        lhs.entries == rhs.entries && lhs.isClearing == rhs.isClearing && lhs.unreadable == rhs.unreadable
    }
}

extension Outbox: CustomReflectable {
    /// The entries in order, and the unreadable ones and `isClearing` if they are not empty or
    /// false.
    public var customMirror: Mirror {
        var children: [Mirror.Child] = [("entries", entries)]
        if !unreadable.isEmpty { children.append(("unreadable", unreadable)) }
        if isClearing { children.append(("isClearing", true)) }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
