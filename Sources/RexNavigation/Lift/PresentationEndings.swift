// SPDX-License-Identifier: MIT

/// The endings of a lift.
@usableFromInline struct PresentationEndings<Action, Parent>: Sendable {
    @usableFromInline let all: [PresentationEnding<Action, Parent>]

    @inlinable init(_ all: [PresentationEnding<Action, Parent>]) {
        self.all = all
    }

    /// Whether an ending has a result.
    @inlinable var haveResults: Bool { all.contains { $0.result != nil } }

    /// Returns whether the action ends the presentation.
    @inlinable func end(with action: Action) -> Bool {
        for ending in all where ending.ends(action) { return true }
        return false
    }

    /// Returns the result for the parent of the first ending that matches, or nil.
    @inlinable func result(of action: Action, for id: PresentationID) -> Parent? {
        for ending in all where ending.ends(action) { return ending.result?(id, action) }
        return nil
    }
}
