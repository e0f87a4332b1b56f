// SPDX-License-Identifier: MIT

public import RexCore

/// The endings of a lift.
@usableFromInline struct PresentationEndings<Action, State, GlobalAction>: Sendable {
    @usableFromInline typealias Ending = PresentationEnding<Action, State, GlobalAction>

    @usableFromInline let all: [Ending]

    @inlinable init(_ all: [Ending]) {
        self.all = all
    }

    /// Whether an ending has a result.
    @inlinable var haveResults: Bool { all.contains { if case .none = $0.result { false } else { true } } }

    /// Returns whether the action ends the presentation.
    @inlinable func end(with action: Action) -> Bool {
        for ending in all where ending.ends(action) { return true }
        return false
    }

    /// Returns the result for the parent of the first ending that matches.
    ///
    /// Nil if that ending has no result or the presentation is gone.
    ///
    /// - Parameters:
    ///   - container: Returns the container before the reduction of the action. Called only for a
    ///     result.
    ///   - reduce: The reducer of the presented feature. Called only for a result of the state.
    @inlinable func result<Container: PresentationContainer<State>>(
        of action: Action,
        for id: PresentationID,
        in container: () -> Container,
        reducedBy reduce: MutableReduceFunction<Action, State>
    ) -> GlobalAction? {
        for ending in all where ending.ends(action) {
            switch ending.result {
            case .none: return nil
            case .ofAction(let result): return container().contains(id) ? result(id, action) : nil
            case .ofState(let result):
                guard var state = container()[id: id] else { return nil }
                reduce(action, &state)
                return result(id, state)
            }
        }
        return nil
    }
}
