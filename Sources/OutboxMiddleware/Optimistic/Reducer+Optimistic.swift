// SPDX-License-Identifier: MIT

public import RexCore

extension Reducer {
    /// A reducer that shows the actions of this one at once, and those that are pending over what
    /// the server says.
    ///
    /// ```swift
    /// let posts = Reducer<PostAction, [Post]>.reduce { action, posts in … }
    ///
    /// let app = posts.optimistic().lift(case: AppAction.prisms.posts, state: \AppState.posts)
    /// ```
    ///
    /// Each action is one change of the state, however much is replayed. Within another reducer, as
    /// where an entry of an outbox is added by the same action, it is called by its `reduce`.
    ///
    /// This one has to be a pure function, as each reducer: what it made of an action is what it
    /// makes of it later.
    ///
    /// - Complexity: What this reducer costs for the action, and for each that is pending if it is
    ///   replayed. Nothing is replayed by `perform`, by a confirmation of the first pending action
    ///   without actions of the server, and where nothing is pending any more. If the state is
    ///   `Equatable`, nor is it by a confirmation of the first one which gives what was predicted:
    ///   that costs one further call, and a comparison.
    @inlinable public func optimistic()
        -> Reducer<OptimisticAction<Never, ActionType>, Optimistic<StateType, ActionType>>
    {
        optimistic(rewrite: nil, equals: nil)
    }

    /// A reducer whose pending actions get other names; else as the one above.
    ///
    /// - Parameter rewrite: Returns a pending action with the second name in place of the first; an
    ///   action in which that is not as it is.
    @inlinable public func optimistic<ID>(
        rewrite: @escaping @Sendable (ActionType, _ old: ID, _ new: ID) -> ActionType
    ) -> Reducer<OptimisticAction<ID, ActionType>, Optimistic<StateType, ActionType>> {
        optimistic(rewrite: rewrite, equals: nil)
    }

    @inlinable func optimistic<ID>(
        rewrite: (@Sendable (ActionType, ID, ID) -> ActionType)?,
        equals: (@Sendable (StateType, StateType) -> Bool)?
    ) -> Reducer<OptimisticAction<ID, ActionType>, Optimistic<StateType, ActionType>> {
        lifted { reduce in
            { action, state in
                switch action {
                case .perform(let id, let action): state.perform(id, action, reduce)
                case .confirmed(let id, let actions): state.confirm(id, actions, reduce, equals)
                case .rejected(let id): state.reject(id, reduce)
                case .server(let action): state.takeFromServer(action, reduce)
                case .renamed(let old, let new): if let rewrite { state.rewrite({ rewrite($0, old, new) }, reduce) }
                }
            }
        }
    }
}

extension Reducer where StateType: Equatable & SendableMetatype {
    /// A reducer that replays nothing where the server confirms what was predicted; see above.
    @inlinable public func optimistic()
        -> Reducer<OptimisticAction<Never, ActionType>, Optimistic<StateType, ActionType>>
    {
        optimistic(rewrite: nil, equals: ==)
    }

    /// A reducer that replays nothing where the server confirms what was predicted; see above.
    @inlinable public func optimistic<ID>(
        rewrite: @escaping @Sendable (ActionType, _ old: ID, _ new: ID) -> ActionType
    ) -> Reducer<OptimisticAction<ID, ActionType>, Optimistic<StateType, ActionType>> {
        optimistic(rewrite: rewrite, equals: ==)
    }
}

extension Optimistic {
    @usableFromInline typealias Reduce = MutableReduceFunction<Action, State>

    @inlinable mutating func perform(_ id: OutboxID, _ action: Action, _ reduce: Reduce) {
        if queue.append(id, action) { reduce(action, &current) }
    }

    @inlinable mutating func confirm(
        _ id: OutboxID,
        _ actions: [Action],
        _ reduce: Reduce,
        _ equals: ((State, State) -> Bool)?
    ) {
        guard let (action, isFirst) = queue.remove(id) else { return }
        let isPredicted: Bool
        if actions.isEmpty {
            reduce(action, &confirmed)
            isPredicted = isFirst
        } else if isFirst, let equals, !queue.entries.isEmpty {
            var predicted = confirmed
            reduce(action, &predicted)
            for action in actions { reduce(action, &confirmed) }
            isPredicted = equals(predicted, confirmed)
        } else {
            for action in actions { reduce(action, &confirmed) }
            isPredicted = false
        }
        if !isPredicted || queue.entries.isEmpty { replay(reduce) }
    }

    @inlinable mutating func reject(_ id: OutboxID, _ reduce: Reduce) {
        if queue.remove(id) != nil { replay(reduce) }
    }

    @inlinable mutating func takeFromServer(_ action: Action, _ reduce: Reduce) {
        reduce(action, &confirmed)
        replay(reduce)
    }

    @inlinable mutating func rewrite(_ rewrite: (Action) -> Action, _ reduce: Reduce) {
        guard !queue.entries.isEmpty else { return }
        queue.change(rewrite)
        replay(reduce)
    }

    /// Reduces the pending actions over the base, with which the state shares its storage if there
    /// are none.
    @inlinable mutating func replay(_ reduce: Reduce) {
        current = confirmed
        for entry in queue.entries { reduce(entry.action, &current) }
    }
}
