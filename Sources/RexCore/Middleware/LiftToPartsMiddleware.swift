// SPDX-License-Identifier: MIT

/// A middleware without its own lift to parts, lifted to all parts of a state.
struct LiftToPartsMiddleware<ID: Hashable & Sendable, Whole, Local: MiddlewareProtocol>: MiddlewareProtocol {
    let local: Local
    let parts: StateParts<ID, Whole, Local.StateType>

    /// Calls `handle` of the local middleware, if the part of the action exists.
    func handle(
        action: ElementIDAction<ID, Local.InputActionType>,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<Whole>
    ) -> IO<ElementIDAction<ID, Local.OutputActionType>> {
        guard let read = parts.reader(of: action.id, in: getState()) else { return .pure() }
        let id = action.id
        return local.handle(action: action.action, from: dispatcher) { read(getState()) }.map {
            ElementIDAction(id: id, action: $0)
        }
    }

    /// Returns whether the part of the action exists and the action concerns the local middleware.
    func isConcerned(
        by action: ElementIDAction<ID, Local.InputActionType>,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<Whole>
    ) -> Bool {
        guard let read = parts.reader(of: action.id, in: getState()) else { return false }
        return local.isConcerned(by: action.action, from: dispatcher) { read(getState()) }
    }

    /// Passes no context on.
    ///
    /// Debug builds report a local middleware that uses its context.
    func receiveContext(
        getState: @escaping GetState<Whole>,
        output: AnyActionHandler<ElementIDAction<ID, Local.OutputActionType>>
    ) {
        output.noteThatNothingListens()
        reportListener(in: local)
    }
}

/// Reports a middleware that uses its context but doesn't get it, in debug builds.
@usableFromInline func reportListener(in local: some MiddlewareProtocol) {
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
