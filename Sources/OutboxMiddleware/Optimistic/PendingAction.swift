// SPDX-License-Identifier: MIT

/// An action that is shown and that the server has not confirmed; see ``Optimistic/pending``.
public struct PendingAction<Action>: Identifiable {
    /// The identity by which it is confirmed or rejected.
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

/// Pending actions in their order, each identity once.
@usableFromInline struct PendingActions<Action> {
    @usableFromInline var entries: ArraySlice<PendingAction<Action>> = []
    @usableFromInline var ids: Set<OutboxID> = []

    @inlinable init() {}

    /// Adds an action behind the others, unless its identity is there.
    ///
    /// - Returns: False if nothing was added.
    @usableFromInline mutating func append(_ id: OutboxID, _ action: Action) -> Bool {
        guard ids.insert(id).inserted else { return false }
        entries.append(PendingAction(id: id, action: action))
        return true
    }

    /// Removes an action, and returns it, and whether it was the first one; nil if it is not there.
    ///
    /// - Complexity: O(1) for the first one.
    @usableFromInline mutating func remove(_ id: OutboxID) -> (action: Action, isFirst: Bool)? {
        guard ids.remove(id) != nil, let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
        guard index == entries.startIndex else { return (entries.remove(at: index).action, false) }
        let action = entries.removeFirst().action
        // What was removed is not kept for longer than as many as are left.
        if entries.startIndex > entries.count { entries = ArraySlice(Array(entries)) }
        return (action, true)
    }

    @usableFromInline mutating func change(_ change: (Action) -> Action) {
        for index in entries.indices { entries[index].action = change(entries[index].action) }
    }
}

extension PendingActions: Sendable where Action: Sendable {}
