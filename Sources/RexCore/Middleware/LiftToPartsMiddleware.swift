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
            \(type(of: local)) has a receiveContext, which is not called, since it was lifted to a part of the state \
            that comes and goes: there may be none that it could be about. Lift what listens with lift(case:state:) instead.
            """
        )
        #endif
    }
}
