// SPDX-License-Identifier: MIT

/// Returns the current state.
///
/// It may be stored and called on any thread, except inside the reducer. After the store has ended,
/// it returns the last state.
public typealias GetState<StateType> = @Sendable () -> StateType

/// Does everything besides computing the next state: side effects, timers, the outside world.
///
/// For each action, the store calls ``handle(action:from:state:)`` before the reducer. It runs the
/// returned ``IO`` after the reducer and the observers. The store never calls a middleware on two
/// threads at once. So a middleware may be a class with its own state and needn't be `Sendable`.
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
/// Join middlewares of the same actions and state with `<>`. Lift others first.
public protocol MiddlewareProtocol<InputActionType, OutputActionType, StateType>: Composable, SendableMetatype
where Composition == ComposedMiddleware<InputActionType, OutputActionType, StateType> {
    /// The actions that the middleware handles.
    associatedtype InputActionType
    /// The actions that the middleware sends.
    associatedtype OutputActionType
    /// The state that the middleware reads.
    associatedtype StateType

    /// Handles an action before the reducer, and returns the work to do after it.
    ///
    /// The store calls it once for each action, where it processes, in the order of composition.
    ///
    /// - Parameters:
    ///   - action: The action that is being processed.
    ///   - dispatcher: The source of the action.
    ///   - state: Returns the current state: now the one before the reducer, in the returned `IO`
    ///     the one after it.
    /// - Returns: The work to do after the reducer, or ``IO/pure()`` for none.
    func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType>

    /// Gets the state and an output, to dispatch actions that answer no action.
    ///
    /// For middlewares that listen to the outside world. The store calls it once, during its
    /// creation, on the creating thread. Actions that are dispatched during this call are processed
    /// after all middlewares of the store have their context. The default does nothing.
    ///
    /// - Parameters:
    ///   - getState: Returns the current state. After the store has ended, returns the last state.
    ///   - output: Dispatches the actions of this middleware, on any thread. After the store has
    ///     ended, it does nothing.
    func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>)

    /// Returns whether ``handle(action:from:state:)`` would react to an action.
    ///
    /// If the store is recorded, a closed gate asks this of its middleware. The recording then
    /// shows only actions that the gate has actually stopped. The call is made where the store
    /// processes, with the state before the reducer. It must not change anything.
    ///
    /// By default, values and middlewares made from closures call `handle` and discard the returned
    /// `IO`. Classes return true, since their `handle` may change their own state.
    func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool

    /// The entries of this middleware in a map, such as one for each of its rules; see ``Feature/map(_:)``.
    ///
    /// Reading them must have no effects. A middleware that contains others shows their entries as the
    /// children of its own. By default there is one entry of the kind `unknown`, which names the type.
    var mapEntries: [FeatureMap] { get }
}

extension MiddlewareProtocol {
    /// Does nothing: a middleware that only answers actions needs no context.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {}

    /// Returns whether `handle` returns a non-empty `IO`.
    @inlinable public func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool {
        !handle(action: action, from: dispatcher, state: state).isPure
    }

    /// One entry that names the type of this middleware.
    public var mapEntries: [FeatureMap] { [FeatureMap(kind: "unknown", text: "Unknown: \(Self.self)")] }

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
    /// Returns true, since calling `handle` to find out could change the object.
    @inlinable public func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool { true }
}
