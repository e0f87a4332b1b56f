// SPDX-License-Identifier: MIT

/// A state with its undo and redo history.
///
/// ```swift
/// var text = Undoable("Emma")
/// text.change(limit: 10) { $0 += "!" }
/// text.undo()
/// text.present  // "Emma"
/// ```
///
/// The states share the storage of their common parts, as copies of values do. In a store, use
/// ``Reducer/undoable(limit:undo:redo:)``.
public struct Undoable<State> {
    /// The current state.
    ///
    /// Setting or changing it directly records nothing.
    public var present: State
    /// The previous states, oldest first.
    ///
    /// ``undo()`` restores the last one.
    public private(set) var past: [State] = []
    /// The undone states.
    ///
    /// ``redo()`` restores the last one.
    public private(set) var future: [State] = []

    /// Creates a state without history.
    public init(_ present: State) {
        self.present = present
    }

    /// Restores the state before the last recorded change.
    ///
    /// Does nothing without one.
    public mutating func undo() {
        guard let state = past.popLast() else { return }
        future.append(present)
        present = state
    }

    /// Restores the state before the last ``undo()``.
    ///
    /// Does nothing without one, or after a new change.
    public mutating func redo() {
        guard let state = future.popLast() else { return }
        past.append(present)
        present = state
    }
}

extension Undoable where State: Equatable {
    /// Changes the present state, records the previous one, and clears the undone states.
    ///
    /// If the new state equals the previous one, nothing is recorded or cleared. A state that isn't
    /// equal to itself, since it contains NaN, counts as unchanged if it is `Hashable` and has the
    /// same hash, or consists of plain bits, which are the same. Otherwise each call records a step.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of undo steps. The oldest ones are dropped. With 0 or less, no
    ///     change can be undone.
    ///   - change: Changes the present state.
    /// - Complexity: A comparison of the states, a copy of each changed collection, and O(`limit`).
    public mutating func change(limit: Int, _ change: (inout State) -> Void) {
        let before = present
        change(&present)
        if areSame(before, present) { return }
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
