// SPDX-License-Identifier: MIT

/// A middleware without its own lift to parts, lifted to all parts of a state.
///
/// It gets no context, since a context has no part.
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
}
