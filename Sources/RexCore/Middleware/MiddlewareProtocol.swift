// SPDX-License-Identifier: MIT

/// Reads the state as it is at the time of the call.
///
/// It may be kept and called from any thread, except in the reducer. Once the store is gone, it
/// returns the last state.
public typealias GetState<StateType> = @Sendable () -> StateType

/// Does everything but compute the next state: side effects, timers, the outside world.
///
/// For each action the store calls ``handle(action:from:state:)`` before the reducer, and runs the
/// ``IO`` that it returned after the reducer and the observers. The store never calls one
/// middleware on two threads at once, so a middleware may be a class with state of its own and need
/// not be `Sendable`.
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
/// Middlewares of the same actions and state are joined with `<>`; others are lifted first.
public protocol MiddlewareProtocol<InputActionType, OutputActionType, StateType>: Composable, SendableMetatype
where Composition == ComposedMiddleware<InputActionType, OutputActionType, StateType> {
    /// The actions that it handles.
    associatedtype InputActionType
    /// The actions that it sends.
    associatedtype OutputActionType
    /// The state that it reads.
    associatedtype StateType

    /// Handles an action before the reducer does, and says what is to be done after it.
    ///
    /// Called once for each action, where the store processes, in the order of composition.
    ///
    /// - Parameters:
    ///   - action: the action that is being processed.
    ///   - dispatcher: the source of the action.
    ///   - state: reads the state: the one before the reducer now, the one after it when the
    ///     returned `IO` runs.
    /// - Returns: what to do after the reducer; ``IO/pure()`` for nothing.
    func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType>

    /// Gets what it takes to dispatch without an action to answer.
    ///
    /// For middlewares that listen to the outside world. Called once, when the store is made, on
    /// the thread that makes it. What is dispatched during this call is processed when every
    /// middleware of the store has got its context. The default does nothing.
    ///
    /// - Parameters:
    ///   - getState: reads the state; once the store is gone, its last state.
    ///   - output: takes the actions of this middleware, from any thread; once the store is gone,
    ///     it does nothing.
    func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>)

    /// Registers observers of the store, before any middleware gets its context.
    ///
    /// For middlewares that show what happens, such as a recorder: wherever they stand in a
    /// composition, they miss nothing that the others do in ``receiveContext(getState:output:)``.
    /// Called once, when the store is made, on the thread that makes it. The default does nothing.
    /// A middleware that contains others passes the call on to them.
    ///
    /// - Parameters:
    ///   - getState: reads the state, as in ``receiveContext(getState:output:)``.
    ///   - output: the output that the middleware gets with its context, too.
    func observeStore(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>)

    /// Returns whether ``handle(action:from:state:)`` would do something about an action.
    ///
    /// A closed gate asks this of the middleware behind it if the store is recorded, so that the
    /// recording names only the actions that the gate has kept from something. Called where the
    /// store processes, with the state before the reducer. It must not change anything.
    ///
    /// By default a value, or a middleware made of closures, calls `handle` and does not run the
    /// `IO` that it returns. A class returns true, since its `handle` may change its own state.
    func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool
}

extension MiddlewareProtocol {
    /// Does nothing: a middleware that only answers actions needs no context.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        output.noteThatNothingListens()
    }

    /// Does nothing: most middlewares observe no store.
    @inlinable public func observeStore(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {}

    /// Returns whether `handle` returns something to run.
    @inlinable public func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool {
        !handle(action: action, from: dispatcher, state: state).isPure
    }

    /// This middleware as a composition of one.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        ComposedMiddleware(member: self)
    }

    /// Erases the type of this middleware.
    @inlinable public func eraseToAnyMiddleware() -> AnyMiddleware<InputActionType, OutputActionType, StateType> {
        composition
    }
}

extension MiddlewareProtocol where Self: AnyObject {
    /// Returns true, since only `handle` itself knows, which may change the object.
    @inlinable public func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool { true }
}
