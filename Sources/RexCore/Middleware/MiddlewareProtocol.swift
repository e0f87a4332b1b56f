// SPDX-License-Identifier: MIT

/// Reads the state as it is at the time of the call; it may be kept and called from any thread.
public typealias GetState<StateType> = @Sendable () -> StateType

/// Everything that is not computing the next state: side effects, timers, the outside world.
///
/// For each action the store calls ``handle(action:from:state:)`` before the reducer, and runs the ``IO`` that it gave
/// after the reducer and the observers. The store never calls one middleware on two threads at once, so a middleware may
/// be a class with state of its own and need not be `Sendable`.
///
/// ```swift
/// struct Greeter: MiddlewareProtocol {
///     func handle(action: Door, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Door> {
///         guard case .opened = action else { return .pure() }
///         return IO { output in output.dispatch(.greet(visitor: state()), from: source) }
///     }
/// }
/// ```
///
/// Middlewares of the same actions and state are joined with `<>`; those of parts are lifted first.
public protocol MiddlewareProtocol<InputActionType, OutputActionType, StateType>: Composable, SendableMetatype
where Composition == ComposedMiddleware<InputActionType, OutputActionType, StateType> {
    /// The actions that this middleware looks at.
    associatedtype InputActionType
    /// The actions that it sends.
    associatedtype OutputActionType
    /// The state that it reads.
    associatedtype StateType

    /// Looks at an action before the reducer does, and says what is to be done after it.
    ///
    /// - Parameters:
    ///   - action: the action that is being processed.
    ///   - dispatcher: who dispatched it.
    ///   - state: reads the state; the one before the reducer now, the one after it inside the returned `IO`.
    /// - Returns: what to do after the reducer; ``IO/pure()`` for nothing.
    func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType>

    /// Gets the means to speak when nothing was said: called once, when the store is made and before the first action.
    ///
    /// For middlewares that listen to the outside world. What is dispatched during this call is processed after every
    /// middleware of the store had it. The default does nothing.
    ///
    /// - Parameters:
    ///   - getState: reads the state; once the store is gone, its last state.
    ///   - output: takes the actions of this middleware, from any thread; once the store is gone, it does nothing.
    func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>)
}

extension MiddlewareProtocol {
    /// Does nothing: a middleware that only answers actions needs no context.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {}

    /// This middleware as a composition of one.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        ComposedMiddleware(flat: [AnyMiddleware(part: self).erased])
    }

    /// This middleware without its type.
    @inlinable public func eraseToAnyMiddleware() -> AnyMiddleware<InputActionType, OutputActionType, StateType> {
        AnyMiddleware(self)
    }
}
