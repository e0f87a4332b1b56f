// SPDX-License-Identifier: MIT

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
