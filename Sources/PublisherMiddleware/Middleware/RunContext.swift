// SPDX-License-Identifier: MIT

internal import RexCore

/// The context of one run of a publisher action: one dispatch in one store.
struct RunContext<ActionType, StateType>: Sendable {
    let source: ActionSource
    let output: AnyActionHandler<ActionType>
    let state: GetState<StateType>
    let retainer: Retainer

    /// Returns the state, or nil once the store is gone.
    var getState: @Sendable () -> StateType? {
        { [state, retainer] in retainer.isOpen ? state() : nil }
    }

    /// Returns a function that dispatches with the source of the publisher action, extended by a
    /// step with `label`.
    func dispatch(for label: Label) -> @Sendable (ActionType) -> Void {
        let derived = source.derived(by: PublisherStep(label: label, source: source))
        return { [output] action in output.dispatch(DispatchedAction(action, dispatcher: derived)) }
    }
}
