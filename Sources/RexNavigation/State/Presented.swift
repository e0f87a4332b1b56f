// SPDX-License-Identifier: MIT

/// A sheet, a popover, an alert or another thing that is presented or not, as a part of the state.
///
/// ```swift
/// struct Note: Sendable, Equatable {
///     var text = ""
///     var editor = Presented<Editor>()
/// }
///
/// var note = Note()
/// note.editor.present(Editor(text: "Milk"))  // #1
/// note.editor.present(Editor(text: "Eggs"))  // nil: a second tap presents nothing
/// note.editor.dismiss(1)
/// note.editor.present(Editor(text: "Eggs"))  // #2
/// ```
///
/// Each presentation has an id of its own, which each action for it carries. An action for one
/// presentation never reaches the next one: see `Lift.case(_:presented:ends:)`.
///
/// It is a collection of at most one ``Presentation``. Comparing and encoding include the counter
/// of the ids. To compare only what is shown, compare ``id`` and ``value``.
///
/// - Important: A new value counts from 1 again. Don't keep it in a state that is undone, saved
///   apart from its ids, or removed and created again. A part of the state that comes and goes and
///   contains a `Presented` belongs in a ``Presented`` or a ``PresentationStack`` itself. In
///   debug builds, a counter that went back fails tests with a `TestStore` and is printed by apps.
public struct Presented<State> {
    @usableFromInline var counter = PresentationCounter()
    @usableFromInline var current: Presentation<State>?
    /// The number of presentations that were left out because their state couldn't be decoded.
    ///
    /// It is 0 unless the value was decoded, and stays until it is decoded again. Neither compared nor
    /// encoded. Containers inside have their own.
    public internal(set) var droppedOnDecoding = 0

    /// Creates a value that presents nothing.
    @inlinable public init() {}

    /// The presentation, or nil.
    @inlinable public var presentation: Presentation<State>? { current }

    /// The state of the presentation, or nil.
    ///
    /// To change it, call ``update(_:)``.
    @inlinable public var value: State? { current?.value }

    /// The id of the presentation, or nil.
    @inlinable public var id: PresentationID? { current?.id }

    /// Presents something, unless something is presented already.
    ///
    /// The second tap of a double tap thus changes nothing. To show something else instead, call
    /// ``replace(with:)``.
    ///
    /// - Returns: The id of the new presentation, or nil if there is another one.
    @discardableResult @inlinable public mutating func present(_ value: State) -> PresentationID? {
        current == nil ? replace(with: value) : nil
    }

    /// Presents something, and ends the presentation that is there, if any.
    ///
    /// - Returns: The id of the new presentation.
    @discardableResult @inlinable public mutating func replace(with value: State) -> PresentationID {
        let id = counter.next()
        current = Presentation(id: id, value: value)
        return id
    }

    /// Ends the presentation, if there is one.
    @inlinable public mutating func dismiss() {
        current = nil
    }

    /// Ends the presentation with this id.
    ///
    /// Does nothing if it isn't there.
    ///
    /// - Returns: Whether the presentation was there.
    @discardableResult @inlinable public mutating func dismiss(_ id: PresentationID) -> Bool {
        guard current?.id == id else { return false }
        current = nil
        return true
    }

    /// Changes the state of the presentation in place.
    ///
    /// - Returns: The result of `body`, or nil without calling it if nothing is presented.
    @discardableResult
    @inlinable public mutating func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result? {
        guard let id = current?.id else { return nil }
        return try update(id, body)
    }

    /// Changes the state of the presentation with this id in place.
    ///
    /// - Returns: The result of `body`, or nil without calling it if the presentation isn't there.
    @discardableResult @inlinable public mutating func update<Result>(
        _ id: PresentationID,
        _ body: (inout State) throws -> Result
    ) rethrows -> Result? {
        guard current?.id == id, let taken = current.take() else { return nil }
        var value = (consume taken).value
        defer { current = Presentation(id: id, value: value) }
        return try body(&value)
    }

    /// Returns whether the presentation with this id is there.
    @inlinable public func contains(_ id: PresentationID) -> Bool { current?.id == id }

    @inlinable subscript(id id: PresentationID) -> State? { contains(id) ? current?.value : nil }
}

extension Presented: Sendable where State: Sendable {}
