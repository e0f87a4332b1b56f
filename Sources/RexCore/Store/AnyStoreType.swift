// SPDX-License-Identifier: MIT

/// A projection of a store, which maps its actions and its state.
public typealias StoreProjection = AnyStoreType

/// A type-erased store or projection of a store.
///
/// It is a value without state of its own: each read maps the state of the store again. It holds
/// the store strongly, so a store lives at least as long as its projections.
///
/// ```swift
/// let button: StoreProjection<ButtonAction, String> = store.projection(
///     action: { action in action == .tap ? .increment : nil },
///     state: { count in "tapped \(count) times" }
/// )
/// button.state           // "tapped 0 times"
/// button.dispatch(.tap)  // an increment whose source is this line
/// button.state           // "tapped 1 times"
/// ```
public struct AnyStoreType<ActionType, StateType>: StoreType {
    @usableFromInline typealias MakeObserver = @Sendable (_ isCancelled: Cell<Bool>) -> (StateType) -> Void
    @usableFromInline typealias Observe =
        @Sendable (_ makeObserver: MakeObserver, _ onEnd: @escaping @Sendable () -> Void) -> StoreSubscription
    @usableFromInline typealias Refuse =
        @Sendable (_ action: DispatchedAction<ActionType>, _ reason: SkippedAction.Reason) -> Void

    /// Dispatches to the store.
    ///
    /// It also waits for the store and reports mistakes to it.
    @usableFromInline package let handler: AnyActionHandler<ActionType>
    private let getState: GetState<StateType>
    private let observeToEnd: Observe
    @usableFromInline let reportRefusal: Refuse
    /// Whether the state changes on the main queue only.
    @usableFromInline package let isOnMainQueue: Bool

    @usableFromInline init(
        handler: AnyActionHandler<ActionType>,
        isOnMainQueue: Bool,
        getState: @escaping GetState<StateType>,
        observe: @escaping Observe,
        refuse: @escaping Refuse
    ) {
        self.handler = handler
        self.isOnMainQueue = isOnMainQueue
        self.getState = getState
        observeToEnd = observe
        reportRefusal = refuse
    }

    /// Erases the type of a store and holds the store strongly.
    ///
    /// An erased store is returned unchanged.
    public init(_ store: some StoreType<ActionType, StateType>) {
        if let erased = store as? AnyStoreType {
            self = erased
        } else if let states = store as? any ObservableToEnd<StateType> {
            let reporter = store as? any RefusalReporting
            self.init(
                handler: AnyActionHandler({ store.dispatch($0) }, connection: states.connection),
                isOnMainQueue: states.isOnMainQueue,
                getState: { store.state },
                observe: { states.observe(making: $0, onEnd: $1) },
                refuse: { reporter?.reportRefusal(of: $0.action, from: $0.source, because: $1) }
            )
        } else {
            self.init(
                handler: store.eraseToAnyActionHandler(),
                isOnMainQueue: false,
                getState: { store.state },
                observe: { makeObserver, _ in
                    Inbox(makeObserver(Cell(false))).observe(store) { $0 }
                },
                refuse: { _, _ in }
            )
        }
    }

    /// The state of the store, mapped by this projection.
    ///
    /// Any thread may read it, except in the reducer.
    public var state: StateType { getState() }

    /// Passes the action and its source to the store, unless the projection ignores the action.
    public func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>) {
        handler.dispatch(dispatchedAction)
    }

    /// Reports an action as refused, without dispatching it.
    ///
    /// The observers of the store's skipped actions are called on this thread. Without a
    /// ``Store``, or if the projection ignores the action, nothing is reported.
    package func refuse(_ action: DispatchedAction<ActionType>, because reason: SkippedAction.Reason) {
        reportRefusal(action, reason)
    }

    /// Calls `observer` at once with the current state, then once with each later state, in order.
    ///
    /// It is called on the same thread as an observer of the store; see ``Store/observe(_:)``. A
    /// distinct projection skips states that equal the one before.
    ///
    /// - Warning: With the default executor, observers are called on the dispatching thread. An
    ///   observer that uses `MainActor.assumeIsolated` ends the program when an action is
    ///   dispatched off the main actor; see ``StoreExecutor/mainQueue``.
    /// - Returns: The subscription. The observation ends when the subscription is cancelled or
    ///   released.
    public func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> StoreSubscription {
        observeToEnd({ _ in observer }) {}
    }
}

extension AnyStoreType where StateType: Sendable {
    /// The current state, then each later state that an observer would get, until the store ends.
    ///
    /// A task that is slower than the store skips states; see ``Store/states``.
    @_alwaysEmitIntoClient public var states: AsyncStream<StateType> { AsyncStream(observing: self) }
}

extension AnyStoreType: ObservableToEnd {
    @usableFromInline var connection: (any StoreConnection)? { handler.connection }

    @usableFromInline func observe(
        making makeObserver: MakeObserver,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription {
        observeToEnd(makeObserver, onEnd)
    }
}
