// SPDX-License-Identifier: MIT

extension StoreType {
    /// This store without its type; it holds the store strongly.
    @inlinable public func eraseToAnyStoreType() -> AnyStoreType<ActionType, StateType> {
        AnyStoreType(self)
    }

    /// A view with actions of its own on the same state.
    ///
    /// - Parameter transform: what an action of the view is in this store; it runs on the thread that dispatches.
    @inlinable public func contramapAction<NewAction>(
        _ transform: @escaping @Sendable (NewAction) -> ActionType
    ) -> StoreProjection<NewAction, StateType> {
        let store = eraseToAnyStoreType()
        return StoreProjection(
            handler: store.contramap(transform),
            getState: { store.state },
            observe: { store.observe(making: $0, onEnd: $1) }
        )
    }

    /// A view with the same actions on a part of the state, or on something made of it.
    ///
    /// Its observers are told each time an action was processed, changed or not.
    ///
    /// - Parameter transform: what the view sees; it runs each time the state is read or told.
    @inlinable public func mapState<NewState>(
        _ transform: @escaping @Sendable (StateType) -> NewState
    ) -> StoreProjection<ActionType, NewState> {
        eraseToAnyStoreType().view(state: transform) { $0 }
    }

    /// A view with the same actions on a part of the state, whose observers are told of changes only.
    @inlinable public func mapState<NewState: Equatable & SendableMetatype>(
        _ transform: @escaping @Sendable (StateType) -> NewState
    ) -> StoreProjection<ActionType, NewState> {
        eraseToAnyStoreType().view(state: transform, telling: { changesOnly($0) })
    }

    /// A view with the same actions on a part of the state, whose observers are told of changes only, if so wished.
    ///
    /// - Parameters:
    ///   - distinct: whether a state that equals the one told before is left out; false tells of every action.
    ///   - transform: what the view sees; it runs each time the state is read or told.
    @inlinable public func mapState<NewState: Equatable & SendableMetatype>(
        distinct: Bool,
        _ transform: @escaping @Sendable (StateType) -> NewState
    ) -> StoreProjection<ActionType, NewState> {
        eraseToAnyStoreType().view(state: transform) { distinct ? changesOnly($0) : $0 }
    }

    /// A view with actions and state of its own.
    ///
    /// - Parameters:
    ///   - action: what an action of the view is in this store; nil if it is to be ignored.
    ///   - state: what the view sees; it runs each time the state is read or told.
    @inlinable public func projection<ViewAction, ViewState>(
        action: @escaping @Sendable (ViewAction) -> ActionType?,
        state: @escaping @Sendable (StateType) -> ViewState
    ) -> StoreProjection<ViewAction, ViewState> {
        mapState(state).compactMapAction(action)
    }

    /// A view with actions and state of its own, whose observers are told of changes only.
    @inlinable public func projection<ViewAction, ViewState: Equatable & SendableMetatype>(
        action: @escaping @Sendable (ViewAction) -> ActionType?,
        state: @escaping @Sendable (StateType) -> ViewState
    ) -> StoreProjection<ViewAction, ViewState> {
        mapState(state).compactMapAction(action)
    }

    /// A view with actions and state of its own, whose observers are told of changes only, if so wished.
    ///
    /// - Parameters:
    ///   - action: what an action of the view is in this store; nil if it is to be ignored.
    ///   - state: what the view sees; it runs each time the state is read or told.
    ///   - distinct: whether a state that equals the one told before is left out; false tells of every action.
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
        telling: @escaping @Sendable (@escaping (NewState) -> Void) -> (NewState) -> Void
    ) -> AnyStoreType<ActionType, NewState> {
        AnyStoreType<ActionType, NewState>(
            handler: handler,
            getState: { transform(state) },
            observe: { makeObserver, onEnd in
                observe(
                    making: {
                        let tell = telling(makeObserver())
                        return { tell(transform($0)) }
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
            getState: { state },
            observe: { observe(making: $0, onEnd: $1) }
        )
    }
}
