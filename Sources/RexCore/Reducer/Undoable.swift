// SPDX-License-Identifier: MIT

/// A state with those before it, and those that were undone.
///
/// ```swift
/// var text = Undoable("Emma")
/// text.change(limit: 10) { $0 += "!" }
/// text.undo()
/// text.present  // "Emma"
/// ```
///
/// The states share the storage of what they have in common, as copies of values do. In a store,
/// ``Reducer/undoable(limit:undo:redo:)`` makes the changes.
public struct Undoable<State> {
    /// The state as it is now.
    ///
    /// What sets it, or changes it in place, records nothing.
    public var present: State
    /// The states before, the oldest first: ``undo()`` restores the last one.
    public private(set) var past: [State] = []
    /// The states that were undone: ``redo()`` restores the last one.
    public private(set) var future: [State] = []

    /// Makes a state without past and future.
    public init(_ present: State) {
        self.present = present
    }

    /// Restores the state before the last recorded change; nothing happens if none is left.
    public mutating func undo() {
        guard let state = past.popLast() else { return }
        future.append(present)
        present = state
    }

    /// Restores what the last ``undo()`` left; nothing happens if there was a change since.
    public mutating func redo() {
        guard let state = future.popLast() else { return }
        past.append(present)
        present = state
    }
}

extension Undoable where State: Equatable {
    /// Changes the present, records the state before, and drops the future.
    ///
    /// A change after which the state equals the one before records nothing, and the future stays.
    ///
    /// - Parameters:
    ///   - limit: how many states the past has at most; beyond it the oldest are dropped. With 0 or
    ///     less nothing can be undone.
    ///   - change: changes the present.
    /// - Complexity: one comparison of the states, a copy of each collection that changes, and
    ///   O(`limit`).
    public mutating func change(limit: Int, _ change: (inout State) -> Void) {
        let before = present
        change(&present)
        guard present != before else { return }
        future = []
        past.removeFirst(min(past.count, max(0, past.count + 1 - max(0, limit))))
        if limit > 0 { past.append(before) }
    }
}

extension Undoable: Sendable where State: Sendable {}
extension Undoable: Equatable where State: Equatable {}
extension Undoable: Hashable where State: Hashable {}
extension Undoable: Encodable where State: Encodable {}
extension Undoable: Decodable where State: Decodable {}
