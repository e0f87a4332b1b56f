// SPDX-License-Identifier: MIT

/// A projection of a store: actions and state of its own, made of those of the store.
public typealias StoreProjection = AnyStoreType

/// A store, or a projection of one, whose type is erased.
///
/// It is a value and holds no state: reading it reads the store behind it, and maps the state each
/// time. It holds that store strongly, so a store lives at least as long as its projections.
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

    @usableFromInline let handler: AnyActionHandler<ActionType>
    private let getState: GetState<StateType>
    private let observeToEnd: Observe
    /// True if the state is known to change on the main queue only.
    @usableFromInline package let isOnMainQueue: Bool

    @usableFromInline init(
        handler: AnyActionHandler<ActionType>,
        isOnMainQueue: Bool,
        getState: @escaping GetState<StateType>,
        observe: @escaping Observe
    ) {
        self.handler = handler
        self.isOnMainQueue = isOnMainQueue
        self.getState = getState
        observeToEnd = observe
    }

    /// Erases the type of a store and holds it strongly; one that is erased already stays as it is.
    public init(_ store: some StoreType<ActionType, StateType>) {
        if let erased = store as? AnyStoreType {
            self = erased
        } else if let states = store as? any ObservableToEnd<StateType> {
            self.init(
                handler: store.eraseToAnyActionHandler(),
                isOnMainQueue: states.isOnMainQueue,
                getState: { store.state },
                observe: { states.observe(making: $0, onEnd: $1) }
            )
        } else {
            self.init(
                handler: store.eraseToAnyActionHandler(),
                isOnMainQueue: false,
                getState: { store.state },
                observe: { makeObserver, _ in
                    let inbox = Inbox(makeObserver(Cell(false)))
                    return store.observe { inbox.receive($0) }
                }
            )
        }
    }

    /// The state of the store as this projection shows it; readable from any thread, except in the
    /// reducer.
    public var state: StateType { getState() }

    /// Passes the action on to the store, with its source; one that the projection ignores is
    /// dropped.
    public func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>) {
        handler.dispatch(dispatchedAction)
    }

    /// Calls `observer` with the current state at once, then with each later one, in order and each
    /// once.
    ///
    /// It is called on the thread on which ``Store/observe(_:)`` would call it. A distinct
    /// projection leaves out each state that equals the one before it.
    ///
    /// - Warning: With the default executor that is the thread that dispatches. An observer that
    ///   uses `MainActor.assumeIsolated` ends the program as soon as an action is dispatched off
    ///   the main actor; see ``StoreExecutor/mainQueue``.
    /// - Returns: the observation, which ends when it is cancelled or dropped.
    public func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> StoreSubscription {
        observeToEnd({ _ in observer }) {}
    }
}

extension AnyStoreType where StateType: Sendable {
    /// The current state, then each later one that an observer is notified of, until the store
    /// ends.
    ///
    /// A task that is slower than the store skips states; see ``Store/states``.
    @_alwaysEmitIntoClient public var states: AsyncStream<StateType> { AsyncStream(observing: self) }
}

extension AnyStoreType: ObservableToEnd {
    @usableFromInline func observe(
        making makeObserver: MakeObserver,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription {
        observeToEnd(makeObserver, onEnd)
    }
}
