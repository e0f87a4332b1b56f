// SPDX-License-Identifier: MIT

/// Something that takes actions and has a state: a store, or a projection of one.
public protocol StoreType<ActionType, StateType>: ActionHandler, StateProvider, Sendable {}

extension StoreType {
    /// Erases the type of this store; the result holds it strongly.
    @inlinable public func eraseToAnyStoreType() -> AnyStoreType<ActionType, StateType> {
        AnyStoreType(self)
    }

    /// Makes a projection with actions of its own and the same state.
    ///
    /// - Parameter transform: makes an action of this store from one of the projection; it runs on
    ///   the thread that dispatches.
    @inlinable public func contramapAction<NewAction>(
        _ transform: @escaping @Sendable (NewAction) -> ActionType
    ) -> StoreProjection<NewAction, StateType> {
        let store = eraseToAnyStoreType()
        return StoreProjection(
            handler: store.contramap(transform),
            isOnMainQueue: store.isOnMainQueue,
            getState: { store.state },
            observe: { store.observe(making: $0, onEnd: $1) }
        )
    }

    /// Makes a projection with the same actions and a part of the state, or something made of it.
    ///
    /// Its observers are notified after each action, whether the part changed or not.
    ///
    /// - Parameter transform: makes the state of the projection; it runs each time that state is
    ///   read, and for each action once for each observer.
    @inlinable public func mapState<NewState>(
        _ transform: @escaping @Sendable (StateType) -> NewState
    ) -> StoreProjection<ActionType, NewState> {
        eraseToAnyStoreType().view(state: transform) { $0 }
    }

    /// Makes a projection with the same actions and a part of the state, whose observers are
    /// notified of changes only.
    ///
    /// See ``mapState(distinct:_:)``, which leaves the choice.
    @inlinable public func mapState<NewState: Equatable & SendableMetatype>(
        _ transform: @escaping @Sendable (StateType) -> NewState
    ) -> StoreProjection<ActionType, NewState> {
        eraseToAnyStoreType().view(state: transform, notifying: { changesOnly($0) })
    }

    /// Makes a projection with the same actions and a part of the state, and chooses what its
    /// observers are notified.
    ///
    /// - Parameters:
    ///   - distinct: true to leave out each state that equals the one before it; false to notify
    ///     after each action.
    ///   - transform: makes the state of the projection; it runs each time that state is read, and
    ///     for each action once for each observer.
    @inlinable public func mapState<NewState: Equatable & SendableMetatype>(
        distinct: Bool,
        _ transform: @escaping @Sendable (StateType) -> NewState
    ) -> StoreProjection<ActionType, NewState> {
        eraseToAnyStoreType().view(state: transform) { distinct ? changesOnly($0) : $0 }
    }

    /// Makes a projection with actions and state of its own.
    ///
    /// Its observers are notified after each action, whether its state changed or not.
    ///
    /// - Parameters:
    ///   - action: makes an action of this store from one of the projection, or nil to ignore it;
    ///     it runs on the thread that dispatches.
    ///   - state: makes the state of the projection; it runs each time that state is read, and for
    ///     each action once for each observer.
    @inlinable public func projection<ViewAction, ViewState>(
        action: @escaping @Sendable (ViewAction) -> ActionType?,
        state: @escaping @Sendable (StateType) -> ViewState
    ) -> StoreProjection<ViewAction, ViewState> {
        mapState(state).compactMapAction(action)
    }

    /// Makes a projection with actions and state of its own, whose observers are notified of
    /// changes only.
    ///
    /// See ``projection(action:state:distinct:)``, which leaves the choice.
    @inlinable public func projection<ViewAction, ViewState: Equatable & SendableMetatype>(
        action: @escaping @Sendable (ViewAction) -> ActionType?,
        state: @escaping @Sendable (StateType) -> ViewState
    ) -> StoreProjection<ViewAction, ViewState> {
        mapState(state).compactMapAction(action)
    }

    /// Makes a projection with actions and state of its own, and chooses what its observers are
    /// notified.
    ///
    /// - Parameters:
    ///   - action: makes an action of this store from one of the projection, or nil to ignore it;
    ///     it runs on the thread that dispatches.
    ///   - state: makes the state of the projection; it runs each time that state is read, and for
    ///     each action once for each observer.
    ///   - distinct: true to leave out each state that equals the one before it; false to notify
    ///     after each action.
    @inlinable public func projection<ViewAction, ViewState: Equatable & SendableMetatype>(
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
            }
        )
    }

    @usableFromInline func compactMapAction<NewAction>(
        _ transform: @escaping @Sendable (NewAction) -> ActionType?
    ) -> AnyStoreType<NewAction, StateType> {
        AnyStoreType<NewAction, StateType>(
            handler: AnyActionHandler { action in
                if let action = action.compactMap(transform) { dispatch(action) }
            },
            isOnMainQueue: isOnMainQueue,
            getState: { state },
            observe: { observe(making: $0, onEnd: $1) }
        )
    }
}
