// SPDX-License-Identifier: MIT

/// Owns the state of an app, and processes one action at a time.
///
/// ```swift
/// let store = Store(initialState: 0, reducer: counter)
/// let observation = store.observe { count in print(count) }  // prints 0
/// store.dispatch(.increment)                                 // prints 1
/// store.state                                                // 1
/// ```
///
/// Every action of every thread passes one queue. Processing an action means, in this order: each
/// middleware's `handle` with the state before; the reducer, in place; the observers; the ``IO`` of
/// each middleware with the state after. Then comes the next action.
///
/// An action that is dispatched while another is processed waits in the queue, whoever dispatches
/// it; nothing recurses. ``dispatch(_:)`` from outside returns when the queue is empty, unless
/// another thread is processing: then it returns at once, and that thread processes the action. A
/// ``StoreExecutor`` makes the store process in one place, which a dispatch from elsewhere does not
/// wait for.
///
/// Dropping the store ends everything: the action at hand is finished, those in the queue are
/// dropped, observers and middlewares are released, streams finish, and outputs do nothing.
///
/// - Important: A reducer must not use its store, nor release the last reference to it. If it does,
///   the program stops with a message that names this rule. Cancelling or dropping a subscription
///   is allowed there too.
public final class Store<ActionType: Sendable, StateType: Sendable>: StoreType {
    @usableFromInline let core: StoreCore<ActionType, StateType>

    /// Makes a store with a middleware, or with a composition of many.
    ///
    /// The middlewares get their context during this call, on this thread. What they dispatch then
    /// is processed before the call returns, if the executor permits it here.
    ///
    /// - Parameters:
    ///   - initialState: the first state.
    ///   - reducer: computes each next state.
    ///   - middleware: does everything else. The store takes it over, since from now on its queue
    ///     protects it.
    ///   - executor: where actions are processed; by default on the thread that dispatches.
    ///   - environment: the time and the tasks that middlewares get; for tests.
    @inlinable public init(
        initialState: StateType,
        reducer: Reducer<ActionType, StateType>,
        middleware: sending some MiddlewareProtocol<ActionType, ActionType, StateType>,
        executor: StoreExecutor = .immediate,
        environment: StoreEnvironment = .live
    ) {
        let middleware = middleware.composition
        core = StoreCore(
            state: initialState,
            reducer: reducer.forOneStore(),
            executor: executor,
            environment: environment,
            hasMiddleware: !middleware.isEmpty
        )
        core.start(middleware)
    }

    /// Makes a store of a feature, whose middleware gets the dependencies.
    ///
    /// ```swift
    /// let store = Store(initialState: AppState(), feature: app, dependencies: World.live)
    /// ```
    ///
    /// The other parameters are those of
    /// ``init(initialState:reducer:middleware:executor:environment:)``.
    @inlinable public convenience init<Dependencies>(
        initialState: StateType,
        feature: Feature<ActionType, StateType, Dependencies>,
        dependencies: sending Dependencies,
        executor: StoreExecutor = .immediate,
        environment: StoreEnvironment = .live
    ) {
        self.init(
            initialState: initialState,
            reducer: feature.reducer,
            middleware: feature.middleware(dependencies),
            executor: executor,
            environment: environment
        )
    }

    /// Makes a store without a middleware.
    @inlinable public convenience init(
        initialState: StateType,
        reducer: Reducer<ActionType, StateType>,
        executor: StoreExecutor = .immediate
    ) {
        self.init(initialState: initialState, reducer: reducer, middleware: IdentityMiddleware(), executor: executor)
    }

    /// Makes a store with a list of middlewares, which act in their order, on the thread that
    /// dispatches.
    public convenience init(
        reducer: Reducer<ActionType, StateType>,
        state: StateType,
        middlewares: sending [AnyMiddleware<ActionType, ActionType, StateType>]
    ) {
        var composed = ComposedMiddleware<ActionType, ActionType, StateType>()
        for middleware in middlewares { composed.append(middleware: middleware) }
        self.init(initialState: state, reducer: reducer, middleware: composed)
    }

    deinit {
        core.close()
    }

    /// The state between two reductions, never a torn one; readable from any thread, except in the
    /// reducer.
    @inlinable public var state: StateType { core.state }

    /// Processes an action, or puts it into the queue of those that wait.
    ///
    /// It may be called from any thread, except in the reducer. It returns when the queue is empty;
    /// at once, if an action is being processed, here or on another thread, or if the executor is
    /// elsewhere.
    @inlinable public func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>) {
        core.dispatch(dispatchedAction)
        extendLifetime(self)
    }

    /// Processes an action whose source is the place of this call, or puts it into the queue of
    /// those that wait.
    ///
    /// See ``dispatch(_:)``. The source is made only if a middleware or the queue needs it.
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

    /// Calls `observer` with the current state at once, then with each later one, in order and each
    /// once.
    ///
    /// The first call is made on this thread. All others are made where the store processes, after
    /// the reducer and before the `IO`s; only those for states that come during the first call are
    /// made before the next action instead, or on this thread if nothing is processed then. The
    /// observer may read the store, dispatch, observe, and cancel itself and others.
    ///
    /// - Returns: the observation, which ends when it is cancelled or dropped. It does not keep the
    ///   store alive.
    /// - Complexity: O(1), and so is cancelling; the next action after a change takes O(*n*) in the
    ///   observers of the store.
    public func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> StoreSubscription {
        observe(making: { _ in observer }, onEnd: {})
    }

    /// Returns once nothing waits, nobody processes, and no task of the store runs.
    ///
    /// A `dispatch` that follows is then processed before it returns, unless another thread
    /// dispatches meanwhile. It returns at once if the store is settled already, and does not
    /// return as long as there is always something to process. Cancelling the task changes nothing.
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

    /// The current state, then the one after each action, until the store ends.
    ///
    /// A task that is slower than the store skips states: only the newest is kept for it. Each read
    /// of this property makes a stream of its own, for one task; cancelling the task ends the
    /// stream. A stream does not keep the store alive.
    @_alwaysEmitIntoClient public var states: AsyncStream<StateType> { AsyncStream(observing: self) }
}

extension Store: ObservableToEnd {
    @usableFromInline var isOnMainQueue: Bool { core.executor.isMainQueue }

    @usableFromInline func observe(
        making makeObserver: @Sendable (_ isCancelled: Cell<Bool>) -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription {
        withExtendedLifetime(self) { core.observe(making: makeObserver, onEnd: onEnd) }
    }
}
