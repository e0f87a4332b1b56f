// SPDX-License-Identifier: MIT

public import RexCore

/// What the lifts to ``Presented`` and to ``PresentationStack`` have in common.
@usableFromInline protocol PresentationContainer<State>: Collection
where Element == Presentation<State> {
    associatedtype State

    var counter: PresentationCounter { get }

    /// The state of a presentation, or nil if it isn't there.
    subscript(id id: PresentationID) -> State? { get }

    /// Returns whether a presentation is there.
    func contains(_ id: PresentationID) -> Bool

    /// Changes a state in place, or returns nil if the presentation isn't there.
    mutating func update<Result>(_ id: PresentationID, _ body: (inout State) throws -> Result) rethrows -> Result?

    /// Removes a presentation and those above it, or nothing.
    @discardableResult mutating func dismiss(_ id: PresentationID) -> Bool
}

extension Presented: PresentationContainer {}
extension PresentationStack: PresentationContainer {}

extension StateParts where Part: Sendable {
    /// The presentations of a sheet.
    @inlinable static func presentations() -> StateParts where ID == PresentationID, Whole == Presented<Part> {
        StateParts<ID, Whole, Presentation<Part>>(elements: { $0 }).map { $0.value }
    }

    /// The screens of a stack.
    @inlinable static func presentations() -> StateParts where ID == PresentationID, Whole == PresentationStack<Part> {
        StateParts(ids: { $0.ids }, part: { id, stack in stack[id: id] }).ofContainer()
    }
}
