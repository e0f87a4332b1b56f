// SPDX-License-Identifier: MIT

// The forms differ in which of the three labels they have. They cannot be one function with default arguments, because
// a default cannot name the associated types of `Self`.
//
// They are disfavoured against those of `ComposedMiddleware` and `IdentityMiddleware`, which keep their
// kind: without it the time to check a chain of erased middlewares doubles with each of them.

extension MiddlewareProtocol {
    /// Lifts this middleware from local to global types.
    ///
    /// `inputAction` runs for each action, where the store processes; `outputAction` for each
    /// action that is sent, on the thread that sends it; `state` each time the middleware reads its
    /// state.
    ///
    /// ```swift
    /// let app = clock.lift(inputAction: \AppAction.clock, outputAction: AppAction.clock, state: \AppState.time)
    /// ```
    ///
    /// - Parameters:
    ///   - inputAction: the local action, or nil if the action does not match. Left
    ///     out, the input actions are the same.
    ///   - outputAction: what the middleware sends, as a global action. Left out, the output
    ///     actions are the same.
    ///   - state: the local state. Left out, the state is the same.
    @_disfavoredOverload public func lift<GlobalInputAction, GlobalOutputAction, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInputAction) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutputAction,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> LiftMiddleware<GlobalInputAction, GlobalOutputAction, GlobalState, Self> {
        LiftMiddleware(local: self, input: inputAction, output: OutputLift(outputAction), state: StateLift(state))
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:)``.
    @_disfavoredOverload public func lift<GlobalOutputAction, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutputAction,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> LiftMiddleware<InputActionType, GlobalOutputAction, GlobalState, Self> {
        LiftMiddleware(local: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift(state))
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:)``.
    @_disfavoredOverload public func lift<GlobalInputAction, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInputAction) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> LiftMiddleware<GlobalInputAction, OutputActionType, GlobalState, Self> {
        LiftMiddleware(local: self, input: inputAction, output: OutputLift(), state: StateLift(state))
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:)``.
    @_disfavoredOverload public func lift<GlobalInputAction, GlobalOutputAction>(
        inputAction: @escaping @Sendable (GlobalInputAction) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutputAction
    ) -> LiftMiddleware<GlobalInputAction, GlobalOutputAction, StateType, Self> {
        LiftMiddleware(local: self, input: inputAction, output: OutputLift(outputAction), state: StateLift())
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:)``.
    @_disfavoredOverload public func lift<GlobalInputAction>(
        inputAction: @escaping @Sendable (GlobalInputAction) -> InputActionType?
    ) -> LiftMiddleware<GlobalInputAction, OutputActionType, StateType, Self> {
        LiftMiddleware(local: self, input: inputAction, output: OutputLift(), state: StateLift())
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:)``.
    @_disfavoredOverload public func lift<GlobalOutputAction>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutputAction
    ) -> LiftMiddleware<InputActionType, GlobalOutputAction, StateType, Self> {
        LiftMiddleware(local: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift())
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:)``.
    @_disfavoredOverload public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> LiftMiddleware<InputActionType, OutputActionType, GlobalState, Self> {
        LiftMiddleware(local: self, input: { $0 }, output: OutputLift(), state: StateLift(state))
    }
}

extension MiddlewareProtocol where InputActionType == OutputActionType {
    /// Lifts this middleware to global types, with one key path for both directions.
    ///
    /// What the middleware sends is written into a copy of the action that it answers, so the key
    /// path must be one whose setter replaces the value, as those of the properties of `@Prism` do;
    /// see ``lift(inputAction:outputAction:state:)``.
    ///
    /// - Precondition: The middleware sends only in answer to an action. One that sends with the
    ///   output of ``MiddlewareProtocol/receiveContext(getState:output:)`` is lifted with
    ///   `inputAction:` and `outputAction:`.
    public func lift<GlobalAction: Sendable, GlobalState>(
        action: any WritableKeyPath<GlobalAction, InputActionType?> & Sendable,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> LiftMiddleware<GlobalAction, GlobalAction, GlobalState, Self> {
        LiftMiddleware(
            local: self,
            input: { $0[keyPath: action] },
            output: OutputLift(writingThrough: action),
            state: StateLift(state)
        )
    }
}

extension OutputLift where GlobalInput == Global, Global: Sendable {
    init(writingThrough path: any WritableKeyPath<Global, Local?> & Sendable) {
        transform = nil
        lift = { io, origin in
            io.map { local in
                var global = origin
                global[keyPath: path] = local
                return global
            }
        }
        narrow = {
            $0.replacing { _ in
                preconditionFailure(
                    """
                    A middleware lifted with lift(action:state:) sent an action that is no answer to another action.
                    Its key path can only write into the answered action. Lift it with lift(inputAction:outputAction:state:).
                    """
                )
            }
        }
    }
}

extension MiddlewareProtocol where InputActionType == OutputActionType {
    /// Lifts this middleware to global actions that have a case for it.
    ///
    /// It handles the actions in that case, and what it sends is put into that case; see
    /// ``lift(inputAction:outputAction:state:)``. In a composition of middlewares that are lifted
    /// by case paths with an index, as those of `@Prism` are, only the ones for the action's case
    /// are called. What an action costs does not grow with the number of the others.
    ///
    /// ```swift
    /// let app = clock.lift(case: AppAction.prisms.clock, state: \AppState.time)
    /// ```
    @_disfavoredOverload public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, InputActionType>,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> LiftMiddleware<GlobalAction, GlobalAction, GlobalState, Self> {
        LiftMiddleware(local: self, case: path, state: state)
    }
}
