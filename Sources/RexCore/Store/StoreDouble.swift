// SPDX-License-Identifier: MIT

/// A store without a reducer, for previews and tests of views: its state changes when it is set.
///
/// ```swift
/// let double = StoreDouble<CartAction, Cart>(initialState: Cart(items: 3)) { print($0.action) }
/// let view = CartView(store: double.eraseToAnyStoreType())
/// double.set(Cart(items: 0))
/// ```
///
/// It notifies as a store does: in order, each state once, on the thread that sets it.
public final class StoreDouble<ActionType, StateType: Sendable>: StoreType {
    private let store: Store<StateType, StateType>
    private let handler: AnyActionHandler<ActionType>

    /// Makes a store that has this state, and calls `dispatch` with each action, on the thread that
    /// dispatches.
    public init(
        initialState: StateType,
        dispatch: @escaping @Sendable (DispatchedAction<ActionType>) -> Void = { _ in }
    ) {
        store = Store(initialState: initialState, reducer: .reduce { new, state in state = new })
        handler = AnyActionHandler(dispatch)
    }

    /// Changes the state and notifies the observers, as an action of a store would.
    public func set(_ state: StateType) {
        store.dispatch(state)
    }

    /// The state that was set last; readable from any thread.
    public var state: StateType { store.state }

    /// Calls the closure that this double was made with, on this thread.
    public func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>) {
        handler.dispatch(dispatchedAction)
    }

    /// Calls `observer` with the current state at once, then with each one that is set.
    public func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> StoreSubscription {
        store.observe(observer)
    }

    /// The current state, then each one that is set, until the double is gone; see
    /// ``Store/states``.
    @_alwaysEmitIntoClient public var states: AsyncStream<StateType> { AsyncStream(observing: self) }
}

extension StoreDouble: ObservableToEnd {
    @usableFromInline var isOnMainQueue: Bool { false }

    @usableFromInline func observe(
        making makeObserver: @Sendable (_ isCancelled: Cell<Bool>) -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription {
        store.observe(making: makeObserver, onEnd: onEnd)
    }
}

extension AnyStoreType where StateType: Sendable {
    /// Makes a store without a reducer, whose state stays as it is; for one that changes there is
    /// ``StoreDouble``.
    public init(
        initialState: StateType,
        dispatch: @escaping @Sendable (DispatchedAction<ActionType>) -> Void = { _ in }
    ) {
        self.init(StoreDouble(initialState: initialState, dispatch: dispatch))
    }
}
