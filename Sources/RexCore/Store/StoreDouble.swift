// SPDX-License-Identifier: MIT

/// A store without a reducer, for previews and view tests.
///
/// Its state changes when a test sets it.
///
/// ```swift
/// let double = StoreDouble<CartAction, Cart>(initialState: Cart(items: 3)) { print($0.action) }
/// let view = CartView(store: double.eraseToAnyStoreType())
/// double.set(Cart(items: 0))
/// ```
///
/// It notifies observers as a store does: in order, once per state, on the thread that sets the
/// state.
public final class StoreDouble<ActionType, StateType: Sendable>: StoreType {
    private let store: Store<StateType, StateType>
    private let handler: AnyActionHandler<ActionType>

    /// Creates a double with a state.
    ///
    /// `dispatch` is called with each action, on the dispatching thread.
    public init(
        initialState: StateType,
        dispatch: @escaping @Sendable (DispatchedAction<ActionType>) -> Void = { _ in }
    ) {
        store = Store(initialState: initialState, reducer: .reduce { new, state in state = new })
        handler = AnyActionHandler(dispatch)
    }

    /// Changes the state and notifies the observers, as a reduced action would.
    public func set(_ state: StateType) {
        store.dispatch(state)
    }

    /// The most recently set state.
    ///
    /// Any thread may read it.
    public var state: StateType { store.state }

    /// Calls the `dispatch` closure of the initializer, on this thread.
    public func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>) {
        handler.dispatch(dispatchedAction)
    }

    /// Calls `observer` at once with the current state, then with each state that is set.
    public func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> StoreSubscription {
        store.observe(observer)
    }

    /// The current state, then each state that is set, until the double is released; see
    /// ``Store/states``.
    @_alwaysEmitIntoClient public var states: AsyncStream<StateType> { AsyncStream(observing: self) }
}

extension StoreDouble: ObservableToEnd {
    @usableFromInline var isOnMainQueue: Bool { false }
    @usableFromInline var connection: (any StoreConnection)? { nil }

    @usableFromInline func observe(
        making makeObserver: @Sendable (_ isCancelled: Cell<Bool>) -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription {
        store.observe(making: makeObserver, onEnd: onEnd)
    }
}

extension AnyStoreType where StateType: Sendable {
    /// Creates a store without a reducer, whose state never changes.
    ///
    /// For a state that changes, use ``StoreDouble``.
    public init(
        initialState: StateType,
        dispatch: @escaping @Sendable (DispatchedAction<ActionType>) -> Void = { _ in }
    ) {
        self.init(StoreDouble(initialState: initialState, dispatch: dispatch))
    }
}
