// SPDX-License-Identifier: MIT

internal import RexCore

/// What a publisher action runs in: one dispatch of it, in one store.
struct Surroundings<ActionType, StateType>: Sendable {
    let source: ActionSource
    let output: AnyActionHandler<ActionType>
    let state: GetState<StateType>
    let retainer: Retainer

    /// Reads the state until the store is gone.
    var getState: @Sendable () -> StateType? {
        { [state, retainer] in retainer.isOpen ? state() : nil }
    }

    /// Dispatches in the name of who dispatched the publisher action, which adds itself to the story.
    func dispatch(for label: Label) -> @Sendable (ActionType) -> Void {
        let derived = ActionSource(PublisherDerivation(from: source, label: label))
        return { [output] action in output.dispatch(action, from: derived) }
    }
}
