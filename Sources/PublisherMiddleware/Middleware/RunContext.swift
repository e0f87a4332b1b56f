// SPDX-License-Identifier: MIT

internal import RexCore

/// The context of one run of a publisher action: one dispatch of it, in one store.
struct RunContext<ActionType, StateType>: Sendable {
    let source: ActionSource
    let output: AnyActionHandler<ActionType>
    let state: GetState<StateType>
    let retainer: Retainer

    /// Reads the state until the store is gone.
    var getState: @Sendable () -> StateType? {
        { [state, retainer] in retainer.isOpen ? state() : nil }
    }

    /// Dispatches in the name of who dispatched the publisher action, which adds a step to the
    /// trail.
    func dispatch(for label: Label) -> @Sendable (ActionType) -> Void {
        let derived = source.derived(by: PublisherStep(label: label, source: source))
        return { [output] action in output.dispatch(DispatchedAction(action, dispatcher: derived)) }
    }
}
