// SPDX-License-Identifier: MIT

/// An action that is shown before the server has confirmed it; see ``Optimistic/pending``.
public struct PendingAction<Action>: Identifiable {
    /// The id that confirms or rejects it.
    public let id: OutboxID
    /// The action.
    public internal(set) var action: Action

    @usableFromInline init(id: OutboxID, action: Action) {
        (self.id, self.action) = (id, action)
    }
}

extension PendingAction: Sendable where Action: Sendable {}
extension PendingAction: Equatable where Action: Equatable {}
extension PendingAction: Hashable where Action: Hashable {}
extension PendingAction: Encodable where Action: Encodable {}
extension PendingAction: Decodable where Action: Decodable {}

/// Pending actions in their order, each id once.
@usableFromInline struct PendingActions<Action> {
    @usableFromInline var entries: ArraySlice<PendingAction<Action>> = []
    @usableFromInline var ids: Set<OutboxID> = []

    @inlinable init() {}

    /// Inserts an action before those that come after it, and returns whether it is the last one.
    @usableFromInline mutating func insert(_ id: OutboxID, _ action: Action, _ history: OptimisticHistory) -> Bool {
        ids.insert(id)
        var index = entries.endIndex
        while index > entries.startIndex, history.isBefore(id, entries[index - 1].id) { index -= 1 }
        defer { entries.insert(PendingAction(id: id, action: action), at: index) }
        return index == entries.endIndex
    }

    /// Puts all actions in order, and returns whether that has changed anything.
    mutating func sort(_ history: OptimisticHistory) -> Bool {
        let sorted = entries.sorted { history.isBefore($0.id, $1.id) }
        guard sorted.map(\.id) != entries.map(\.id) else { return false }
        entries = sorted[...]
        return true
    }

    /// Removes an action and returns it with its index; nil if it is not there.
    ///
    /// - Complexity: O(1) for the first one.
    @usableFromInline mutating func remove(_ id: OutboxID) -> (action: Action, index: Int)? {
        guard ids.remove(id) != nil, let found = entries.firstIndex(where: { $0.id == id }) else { return nil }
        let index = found - entries.startIndex
        guard index == 0 else { return (entries.remove(at: found).action, index) }
        let action = entries.removeFirst().action
        // Removed actions take at most as much room as the others.
        if entries.startIndex > entries.count { entries = ArraySlice(Array(entries)) }
        return (action, index)
    }

    @usableFromInline mutating func change(_ change: (Action) -> Action) {
        for index in entries.indices { entries[index].action = change(entries[index].action) }
    }
}

extension PendingActions: Sendable where Action: Sendable {}
