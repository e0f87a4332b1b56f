// SPDX-License-Identifier: MIT

/// Owns the state of an app and processes one action at a time.
///
/// ```swift
/// let store = Store(initialState: 0, reducer: counter)
/// let observation = store.observe { count in print(count) }  // prints 0
/// store.dispatch(.increment)                                 // prints 1
/// store.state                                                // 1
/// ```
///
/// All actions, from any thread, go through one queue. The store processes an action in these
/// steps: each middleware's `handle` runs with the old state, the reducer changes the state in
/// place, the observers are notified, and the ``IO`` of each middleware runs with the new state.
/// Then the next action follows.
///
/// An action that is dispatched while another one is being processed is queued, whichever code
/// dispatches it. Nothing recurses. ``dispatch(_:)`` from outside returns when the queue is empty.
/// If another thread is processing, it returns at once, and that thread processes the action. A
/// ``StoreExecutor`` makes the store process its actions on one queue or thread. A dispatch from
/// another thread doesn't wait for it.
///
/// Dropping the store ends everything. The current action is finished, queued actions are dropped,
/// observers and middlewares are released, streams finish, and outputs do nothing.
///
/// - Important: A reducer must not use its store or release the last reference to it. If it does,
///   the program stops with a message that names this rule. A reducer may cancel or drop a
///   subscription.
public final class Store<ActionType: Sendable, StateType: Sendable>: StoreType {
    @usableFromInline let core: StoreCore<ActionType, StateType>

    /// Creates a store with a middleware or a composition of middlewares.
    ///
    /// The middlewares get their context during this call, on this thread. If the executor allows
    /// processing on this thread, actions that they dispatch meanwhile are processed before the
    /// call returns.
    ///
    /// - Parameters:
    ///   - initialState: The first state.
    ///   - reducer: Computes each next state.
    ///   - middleware: Everything besides the reducer. The store takes ownership; from now on its
    ///     queue protects the middleware.
    ///   - executor: Runs the processing. By default the dispatching thread processes.
    ///   - environment: The clock, the random numbers and the tasks for middlewares. For tests.
    @inlinable public convenience init(
        initialState: borrowing StateType,
        reducer: Reducer<ActionType, StateType>,
        middleware: sending some MiddlewareProtocol<ActionType, ActionType, StateType>,
        executor: StoreExecutor = .immediate,
        environment: StoreEnvironment = .live
    ) {
        self.init(
            initialState: initialState,
            reducer: reducer,
            presence: PresenceCheck(),
            middleware: middleware.composition,
            executor: executor,
            environment: environment
        )
    }

    @inlinable init(
        initialState: borrowing StateType,
        reducer: Reducer<ActionType, StateType>,
        presence: PresenceCheck<ActionType, StateType>,
        middleware: sending ComposedMiddleware<ActionType, ActionType, StateType>,
        executor: StoreExecutor,
        environment: StoreEnvironment
    ) {
        core = StoreCore(
            state: initialState,
            reducer: reducer.forOneStore(),
            presence: presence.forOneStore(),
            executor: executor,
            environment: environment,
            hasMiddleware: !middleware.isEmpty
        )
        core.start(middleware)
    }

    /// Creates a store with a feature, whose middleware gets the dependencies.
    ///
    /// The store refuses actions for parts of the state that are gone; see
    /// ``Lift``.
    ///
    /// ```swift
    /// let store = Store(initialState: AppState(), feature: app, dependencies: World.live)
    /// ```
    ///
    /// For the other parameters, see
    /// ``init(initialState:reducer:middleware:executor:environment:)``.
    @inlinable public convenience init<Dependencies>(
        initialState: borrowing StateType,
        feature: Feature<ActionType, StateType, Dependencies>,
        dependencies: sending Dependencies,
        executor: StoreExecutor = .immediate,
        environment: StoreEnvironment = .live
    ) {
        self.init(
            initialState: initialState,
            reducer: feature.reducer,
            presence: feature.presence,
            middleware: feature.middleware(dependencies),
            executor: executor,
            environment: environment
        )
    }

    /// Creates a store without a middleware.
    @inlinable public convenience init(
        initialState: borrowing StateType,
        reducer: Reducer<ActionType, StateType>,
        executor: StoreExecutor = .immediate
    ) {
        self.init(initialState: initialState, reducer: reducer, middleware: IdentityMiddleware(), executor: executor)
    }

    /// Creates a store with a list of middlewares, as SwiftRex does.
    ///
    /// The middlewares handle each action in the order of the list. The dispatching thread
    /// processes.
    public convenience init(
        reducer: Reducer<ActionType, StateType>,
        state: borrowing StateType,
        middlewares: sending [AnyMiddleware<ActionType, ActionType, StateType>]
    ) {
        self.init(initialState: state, reducer: reducer, middleware: mconcat(middlewares))
    }

    deinit {
        core.close()
    }

    /// The state after the latest reduction.
    ///
    /// Any thread may read it, except inside the reducer. A read never sees a half-changed state.
    @inlinable public var state: StateType { core.state }

    /// Processes an action, or adds it to the queue.
    ///
    /// Call it on any thread, but not in the reducer. It returns when the queue is empty. It
    /// returns at once if an action is being processed, on this thread or another one, or if the
    /// executor processes on another thread.
    @inlinable public func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>) {
        core.dispatch(dispatchedAction)
        extendLifetime(self)
    }

    /// Processes an action, or adds it to the queue.
    ///
    /// The source of the action is this call. See ``dispatch(_:)``. The source is created only if a
    /// middleware or the queue needs it.
    @inlinable public func dispatch(
        _ action: consuming ActionType,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) {
        if !core.reduceDirectly(action) {
            core.enter(action, from: ActionSource(file: file, function: function, line: line, info: info))
        }
        extendLifetime(self)
    }

    /// Waits until the queue is empty, no action is being processed, and no task of the store runs.
    ///
    /// A `dispatch` right after it is processed before that call returns, unless another thread
    /// dispatches meanwhile. If the store is settled already, this returns at once. While there is
    /// always something to process, it doesn't return. Cancelling the waiting task has no effect.
    ///
    /// ```swift
    /// for await state in store.states where state.isReady { break }
    /// await store.settled()
    /// ```
    @_alwaysEmitIntoClient public func settled() async {
        await withCheckedContinuation { settled in
            core.whenSettled { settled.resume() }
        }
    }
}
