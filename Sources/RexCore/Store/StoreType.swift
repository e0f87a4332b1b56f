// SPDX-License-Identifier: MIT

/// Takes actions and has a state: a store or a projection of one.
public protocol StoreType<ActionType, StateType>: ActionHandler, StateProvider, Sendable {}

extension StoreType {
    /// Erases the type of this store.
    ///
    /// The result holds the store strongly.
    @_alwaysEmitIntoClient public func eraseToAnyStoreType() -> AnyStoreType<ActionType, StateType> {
        AnyStoreType(self)
    }

    /// Creates a projection with different actions and the same state.
    ///
    /// - Parameter transform: Turns an action of the projection into one of this store. It runs on
    ///   the dispatching thread.
    @_alwaysEmitIntoClient public func contramapAction<NewAction>(
        _ transform: @escaping @Sendable (NewAction) -> ActionType
    ) -> StoreProjection<NewAction, StateType> {
        let store = eraseToAnyStoreType()
        return StoreProjection(
            handler: store.handler.contramap(transform),
            isOnMainQueue: store.isOnMainQueue,
            getState: { store.state },
            observe: { store.observe(making: $0, onEnd: $1) },
            refuse: { store.reportRefusal($0.map(transform), $1) }
        )
    }

    /// Creates a projection with the same actions and a mapped state.
    ///
    /// Its observers are notified after each action, also if the mapped state is unchanged.
    ///
    /// - Parameter transform: Maps the state. It runs for each read, and for each action once per
    ///   observer.
    @_alwaysEmitIntoClient public func mapState<NewState>(
        _ transform: @escaping @Sendable (StateType) -> NewState
    ) -> StoreProjection<ActionType, NewState> {
        eraseToAnyStoreType().view(state: transform) { $0 }
    }

    /// Creates a projection with the same actions and a mapped state.
    ///
    /// Observers get changes only. See ``mapState(distinct:_:)`` to choose.
    @_alwaysEmitIntoClient public func mapState<NewState: Equatable & SendableMetatype>(
        _ transform: @escaping @Sendable (StateType) -> NewState
    ) -> StoreProjection<ActionType, NewState> {
        eraseToAnyStoreType().view(state: transform, notifying: { changesOnly($0) })
    }

    /// Creates a projection with the same actions and a mapped state.
    ///
    /// - Parameters:
    ///   - distinct: Whether observers get changes only, compared by `==` as in
    ///     ``StateProvider/observe(_:_:)``. If false, they are notified after each action.
    ///   - transform: Maps the state. It runs for each read, and for each action once per observer.
    @_alwaysEmitIntoClient public func mapState<NewState: Equatable & SendableMetatype>(
        distinct: Bool,
        _ transform: @escaping @Sendable (StateType) -> NewState
    ) -> StoreProjection<ActionType, NewState> {
        eraseToAnyStoreType().view(state: transform) { distinct ? changesOnly($0) : $0 }
    }

    /// Creates a projection with different actions and a mapped state.
    ///
    /// Its observers are notified after each action, also if the mapped state is unchanged.
    ///
    /// - Parameters:
    ///   - action: Turns an action of the projection into one of this store, or returns nil to
    ///     ignore it. It runs on the dispatching thread.
    ///   - state: Maps the state. It runs for each read, and for each action once per observer.
    @_alwaysEmitIntoClient public func projection<ViewAction, ViewState>(
        action: @escaping @Sendable (ViewAction) -> ActionType?,
        state: @escaping @Sendable (StateType) -> ViewState
    ) -> StoreProjection<ViewAction, ViewState> {
        mapState(state).compactMapAction(action)
    }

    /// Creates a projection with different actions and a mapped state.
    ///
    /// Observers get changes only. See ``projection(action:state:distinct:)`` to choose.
    @_alwaysEmitIntoClient public func projection<ViewAction, ViewState: Equatable & SendableMetatype>(
        action: @escaping @Sendable (ViewAction) -> ActionType?,
        state: @escaping @Sendable (StateType) -> ViewState
    ) -> StoreProjection<ViewAction, ViewState> {
        mapState(state).compactMapAction(action)
    }

    /// Creates a projection with different actions and a mapped state.
    ///
    /// - Parameters:
    ///   - action: Turns an action of the projection into one of this store, or returns nil to
    ///     ignore it. It runs on the dispatching thread.
    ///   - state: Maps the state. It runs for each read, and for each action once per observer.
    ///   - distinct: Whether observers get changes only, compared by `==` as in
    ///     ``StateProvider/observe(_:_:)``. If false, they are notified after each action.
    @_alwaysEmitIntoClient public func projection<ViewAction, ViewState: Equatable & SendableMetatype>(
        action: @escaping @Sendable (ViewAction) -> ActionType?,
        state: @escaping @Sendable (StateType) -> ViewState,
        distinct: Bool
    ) -> StoreProjection<ViewAction, ViewState> {
        mapState(distinct: distinct, state).compactMapAction(action)
    }
}

extension AnyStoreType {
    @inlinable func view<NewState>(
        state transform: @escaping @Sendable (StateType) -> NewState,
        notifying: @escaping @Sendable (@escaping (NewState) -> Void) -> (NewState) -> Void
    ) -> AnyStoreType<ActionType, NewState> {
        AnyStoreType<ActionType, NewState>(
            handler: handler,
            isOnMainQueue: isOnMainQueue,
            getState: { transform(state) },
            observe: { makeObserver, onEnd in
                observe(
                    making: { isCancelled in
                        let notify = notifying(makeObserver(isCancelled))
                        return { state in
                            let local = transform(state)
                            if !isCancelled.value { notify(local) }
                        }
                    },
                    onEnd: onEnd
                )
            },
            refuse: reportRefusal
        )
    }

    @usableFromInline func compactMapAction<NewAction>(
        _ transform: @escaping @Sendable (NewAction) -> ActionType?
    ) -> AnyStoreType<NewAction, StateType> {
        AnyStoreType<NewAction, StateType>(
            handler: handler.replacing { action in
                if let action = action.compactMap(transform) { dispatch(action) }
            },
            isOnMainQueue: isOnMainQueue,
            getState: { state },
            observe: { observe(making: $0, onEnd: $1) },
            refuse: { if let action = $0.compactMap(transform) { reportRefusal(action, $1) } }
        )
    }
}
