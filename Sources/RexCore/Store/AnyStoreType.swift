// SPDX-License-Identifier: MIT

/// What a view sees of a store: its own actions and its own state.
public typealias StoreProjection = AnyStoreType

/// A store, or a view of one, whose type is not known.
///
/// It is a value and holds no state: reading reads the store behind it, and maps what it reads each time. It holds that
/// store strongly, so the store lives at least as long as its views.
///
/// ```swift
/// let view: StoreProjection<ButtonAction, String> = store.projection(
///     action: { button in button == .tap ? .increment : nil },
///     state: { count in "tapped \(count) times" }
/// )
/// view.state           // "tapped 0 times"
/// view.dispatch(.tap)  // an increment whose source is this line
/// view.state           // "tapped 1 times"
/// ```
public struct AnyStoreType<ActionType, StateType>: StoreType {
    @usableFromInline typealias Observe =
        @Sendable (
            _ makeObserver: @Sendable () -> (StateType) -> Void, _ onEnd: @escaping @Sendable () -> Void
        ) -> Subscription

    @usableFromInline let handler: AnyActionHandler<ActionType>
    private let getState: GetState<StateType>
    private let observeToEnd: Observe

    @usableFromInline init(
        handler: AnyActionHandler<ActionType>,
        getState: @escaping GetState<StateType>,
        observe: @escaping Observe
    ) {
        self.handler = handler
        self.getState = getState
        observeToEnd = observe
    }

    /// Erases the type of a store and holds it strongly.
    public init(_ store: some StoreType<ActionType, StateType>) {
        if let erased = store as? AnyStoreType {
            self = erased
        } else if let states = store as? any ObservableToEnd<StateType> {
            self.init(
                handler: store.eraseToAnyActionHandler(),
                getState: { store.state },
                observe: { states.observe(making: $0, onEnd: $1) }
            )
        } else {
            self.init(handler: store.eraseToAnyActionHandler(), getState: { store.state }) { makeObserver, _ in
                let observer = Lock(makeObserver())
                return store.observe { state in observer.withLock { $0 }(state) }
            }
        }
    }

    /// The state of the store as this view sees it; readable from any thread.
    public var state: StateType { getState() }

    /// Passes the action on to the store, with its source.
    public func dispatch(_ dispatchedAction: DispatchedAction<ActionType>) {
        handler.dispatch(dispatchedAction)
    }

    /// Calls `observer` with the current state at once, then with each later one, in order and each once.
    public func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> Subscription {
        observeToEnd({ observer }) {}
    }
}

extension AnyStoreType where StateType: Sendable {
    /// The current state, then the newest one each time it changed since, until the store ends.
    ///
    /// A reader that is slower than the store skips states; see ``Store/states``.
    @_alwaysEmitIntoClient public var states: AsyncStream<StateType> { AsyncStream(observing: self) }
}

extension AnyStoreType: ObservableToEnd {
    @usableFromInline func observe(
        making makeObserver: @Sendable () -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> Subscription {
        observeToEnd(makeObserver, onEnd)
    }
}
