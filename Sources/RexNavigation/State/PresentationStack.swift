// SPDX-License-Identifier: MIT

/// The pushed screens of a navigation stack, from the bottom to the top, as a part of the state.
///
/// ```swift
/// struct AppState: Sendable, Equatable {
///     var notes: [Note] = []
///     var path = PresentationStack<Detail>()
/// }
///
/// var state = AppState()
/// state.path.push(Detail(note: 7), from: nil)  // #1
/// state.path.push(Detail(note: 7), from: nil)  // nil: the root is no longer on top
/// state.path.push(Detail(note: 8), from: 1)    // #2
/// state.path.dismiss(1)                        // closes both
/// state.path.push(Detail(note: 9), from: nil)  // #3
/// ```
///
/// The root of the stack is not in it: an empty stack shows the root. Equal screens are allowed.
/// Each screen has an id of its own, which each action for it carries: see `Lift.case(_:stack:ends:)`.
///
/// It is a collection of ``Presentation``. Comparing and encoding include the counter of the ids.
/// To compare only what is shown, compare ``ids`` or `map(\.value)`.
///
/// - Important: A new value counts from 1 again. Don't keep it in a state that is undone, or removed
///   and created again. A part of the state that comes and goes and contains a stack belongs in a
///   ``Presented`` or another stack itself. In debug builds, a counter that went back fails tests with
///   a `TestStore` and is printed by apps.
/// - Complexity: Finding the top by its id is O(1), finding another screen O(log *n*).
public struct PresentationStack<State> {
    @usableFromInline var counter = PresentationCounter()
    /// The ids of the screens, from the bottom to the top.
    ///
    /// They increase.
    @inlinable public var ids: [PresentationID] { identities }
    @usableFromInline var identities: [PresentationID] = []
    @usableFromInline var values: [State] = []
    /// The number of screens that were left out, since the state of the lowest of them couldn't be
    /// decoded.
    ///
    /// It is 0 unless the stack was decoded, and stays until it is decoded again. Neither compared nor
    /// encoded. Containers inside have their own.
    public internal(set) var droppedOnDecoding = 0

    /// Creates a stack that shows its root.
    @inlinable public init() {}

    /// The state of the screen with this id, or nil if it isn't in the stack.
    @inlinable public subscript(id id: PresentationID) -> State? {
        index(of: id).map { values[$0] }
    }

    /// Pushes a screen, whatever is on top.
    ///
    /// - Returns: The id of the new screen.
    @discardableResult @inlinable public mutating func push(_ value: State) -> PresentationID {
        let id = counter.next()
        identities.append(id)
        values.append(value)
        return id
    }

    /// Pushes a screen if the screen that asks for it is on top.
    ///
    /// The second tap of a double tap thus changes nothing. A sheet above the stack doesn't matter.
    ///
    /// - Parameters:
    ///   - value: The state of the new screen.
    ///   - origin: The screen that asks for it, or nil for the root.
    /// - Returns: The id of the new screen, or nil if `origin` isn't on top.
    @discardableResult
    @inlinable public mutating func push(_ value: State, from origin: PresentationID?) -> PresentationID? {
        identities.last == origin ? push(value) : nil
    }

    /// Removes the top screen.
    ///
    /// Does nothing if there is only the root.
    @inlinable public mutating func pop() {
        removeAll(from: Swift.max(0, identities.count - 1))
    }

    /// Removes the screens above the one with this id.
    ///
    /// Does nothing if it isn't in the stack.
    @inlinable public mutating func pop(to id: PresentationID) {
        guard let index = index(of: id) else { return }
        removeAll(from: index + 1)
    }

    /// Removes all screens.
    @inlinable public mutating func popToRoot() {
        removeAll(from: 0)
    }

    /// Removes the screen with this id and all above it.
    ///
    /// Does nothing if it isn't in the stack.
    ///
    /// - Returns: Whether the screen was in the stack.
    @discardableResult @inlinable public mutating func dismiss(_ id: PresentationID) -> Bool {
        guard let index = index(of: id) else { return false }
        removeAll(from: index)
        return true
    }

    /// Replaces the top screen by another one with its own id.
    ///
    /// Pushes it if there is only the root.
    ///
    /// - Returns: The id of the new screen.
    @discardableResult @inlinable public mutating func replaceTop(with value: State) -> PresentationID {
        pop()
        return push(value)
    }

    /// Changes the state of the screen with this id in place.
    ///
    /// - Returns: The result of `body`, or nil without calling it if the screen isn't in the stack.
    @discardableResult @inlinable public mutating func update<Result>(
        _ id: PresentationID,
        _ body: (inout State) throws -> Result
    ) rethrows -> Result? {
        guard let index = index(of: id) else { return nil }
        return try body(&values[index])
    }

    /// Shows a whole path, such as that of a deep link.
    ///
    /// Screens that the old and the new path share at the bottom stay as they are, with their ids,
    /// their state and their effects. The others are new.
    ///
    /// ```swift
    /// path.show([Detail(note: 7), Detail(note: 8)]) { $0.note == $1.note }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The states of the screens, from the bottom to the top. Those of kept screens are
    ///     ignored.
    ///   - isSame: Returns whether a screen of the stack, the first argument, is the wanted one.
    /// - Complexity: O(*n*) in the length of both paths.
    @inlinable
    public mutating func show(_ path: some Sequence<State>, same isSame: (State, State) throws -> Bool) rethrows {
        var kept = 0
        var isShared = true
        for value in path {
            if isShared, kept < values.count, try isSame(values[kept], value) {
                kept += 1
                continue
            }
            if isShared { removeAll(from: kept) }
            isShared = false
            push(value)
        }
        if isShared { removeAll(from: kept) }
    }

    /// Returns whether the screen with this id is in the stack.
    @inlinable public func contains(_ id: PresentationID) -> Bool { index(of: id) != nil }

    /// Returns the index of the screen with this id, or nil.
    @inlinable func index(of id: PresentationID) -> Int? {
        guard let top = identities.last, id < top else { return identities.last == id ? identities.count - 1 : nil }
        var (low, high) = (0, identities.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if identities[middle] < id { low = middle + 1 } else { high = middle }
        }
        return identities[low] == id ? low : nil
    }

    @inlinable mutating func removeAll(from index: Int) {
        identities.removeSubrange(index...)
        values.removeSubrange(index...)
    }
}

extension PresentationStack: Sendable where State: Sendable {}
