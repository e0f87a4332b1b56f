// SPDX-License-Identifier: MIT

extension MiddlewareProtocol where InputActionType == OutputActionType {
    /// Lifts this middleware from a part to the whole, with one key path for both directions.
    ///
    /// What the part sends is written into a copy of the action that it answers, so the key path
    /// must be one whose setter replaces the value, as those of the properties of `@Prism` do; see
    /// ``lift(inputAction:outputAction:state:)``.
    ///
    /// - Precondition: The part sends only in answer to an action. One that sends with the output
    ///   of ``MiddlewareProtocol/receiveContext(getState:output:)`` is lifted with `inputAction:`
    ///   and `outputAction:`.
    public func lift<GlobalAction: Sendable, GlobalState>(
        action: any WritableKeyPath<GlobalAction, InputActionType?> & Sendable,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> LiftMiddleware<GlobalAction, GlobalAction, GlobalState, Self> {
        LiftMiddleware(
            part: self,
            input: { $0[keyPath: action] },
            output: OutputLift(writingThrough: action),
            state: StateLift(state)
        )
    }
}

extension OutputLift where GlobalInput == Global, Global: Sendable {
    init(writingThrough path: any WritableKeyPath<Global, Local?> & Sendable) {
        lift = { io, origin in
            io.map { local in
                var global = origin
                global[keyPath: path] = local
                return global
            }
        }
        narrow = { _ in
            AnyActionHandler { _ in
                preconditionFailure(
                    """
                    A middleware that was lifted with lift(action:state:) sent an action that answers none.
                    The key path alone cannot wrap it: lift this middleware with lift(inputAction:outputAction:state:).
                    """
                )
            }
        }
    }
}
