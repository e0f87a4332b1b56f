// SPDX-License-Identifier: MIT

/// A middleware of one part that works for all parts of a state, and has no lift of its own.
struct LiftToPartsMiddleware<ID: Hashable & Sendable, Whole, Local: MiddlewareProtocol>: MiddlewareProtocol {
    let local: Local
    let parts: StateParts<ID, Whole, Local.StateType>

    /// Lets the local middleware handle the action, if it is for a part that is there.
    func handle(
        action: ElementIDAction<ID, Local.InputActionType>,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<Whole>
    ) -> IO<ElementIDAction<ID, Local.OutputActionType>> {
        guard let read = parts.reader(of: action.id, in: getState()) else { return .pure() }
        let id = action.id
        return IO.mapping(local.handle(action: action.action, from: dispatcher) { read(getState()) }) {
            ElementIDAction(id: id, action: $0)
        }
    }

    /// Returns whether the action is for a part that is there, and concerns the local middleware.
    func isConcerned(
        by action: ElementIDAction<ID, Local.InputActionType>,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<Whole>
    ) -> Bool {
        guard let read = parts.reader(of: action.id, in: getState()) else { return false }
        return local.isConcerned(by: action.action, from: dispatcher) { read(getState()) }
    }

    /// Passes no context on; in debug builds it reports a middleware that has a use for one.
    func receiveContext(
        getState: @escaping GetState<Whole>,
        output: AnyActionHandler<ElementIDAction<ID, Local.OutputActionType>>
    ) {
        output.noteThatNothingListens()
        #if DEBUG
        guard ContextProbe.findsListener(in: local) else { return }
        report(
            """
            receiveContext of \(type(of: local)) is not called: the middleware was lifted to a part of the state that may \
            be absent. Lift a middleware that uses its context with lift(case:state:).
            """
        )
        #endif
    }
}
