// SPDX-License-Identifier: MIT

/// An entry in the file of an ``Outbox`` whose job cannot be decoded.
///
/// Its bytes are kept, and its lane continues without it. ``Outbox/retry(_:)`` decodes it again,
/// and ``Outbox/cancel(_:)`` removes it.
public struct OutboxUnreadable: Identifiable, Hashable, Codable, Sendable {
    /// The id of the entry.
    public let id: OutboxID
    /// The lane of the entry, or nil if it cannot be decoded either.
    public let lane: OutboxLane?
    /// The number of attempts to send the entry, in all processes.
    public let attempts: Int
    /// The reason why the job cannot be decoded, without values.
    public let reason: String
    /// The number of bytes of the job and its lane in the file.
    public let size: Int
}

/// The unreadable entries of an outbox, in the order in which they were added.
struct OutboxUnreadables: Sendable {
    private struct Item: Sendable {
        var entry: OutboxUnreadable
        let position: Int
        var isCancelled = false
    }

    private var items: [Item] = []

    var entries: [OutboxUnreadable] { items.map(\.entry) }
    var isEmpty: Bool { items.isEmpty }

    func has(_ id: OutboxID) -> Bool { index(id) != nil }

    private func index(_ id: OutboxID) -> Int? { items.firstIndex { $0.entry.id == id } }

    /// Adds an entry, or updates the reason of an existing one.
    mutating func set(_ entry: OutboxUnreadable, at position: Int) {
        if let index = index(entry.id) {
            items[index].entry = entry
        } else {
            let index = items.firstIndex { $0.position > position } ?? items.endIndex
            items.insert(Item(entry: entry, position: position), at: index)
        }
    }

    /// Marks an entry as cancelled, and returns it.
    ///
    /// Returns nil if it does not exist or is cancelled already.
    mutating func cancel(_ id: OutboxID) -> OutboxUnreadable? {
        guard let index = index(id), !items[index].isCancelled else { return nil }
        items[index].isCancelled = true
        return items[index].entry
    }

    /// Returns whether an entry exists and was not cancelled.
    func isOpen(_ id: OutboxID) -> Bool { index(id).map { !items[$0].isCancelled } ?? false }

    func isCancelled(_ id: OutboxID) -> Bool { index(id).map { items[$0].isCancelled } ?? false }

    /// Removes an entry, and returns its position, or nil if it does not exist.
    @discardableResult mutating func remove(_ id: OutboxID) -> Int? { index(id).map { items.remove(at: $0).position } }
}
