// SPDX-License-Identifier: MIT

public import RexCore

extension Reducer {
    /// Makes a reducer of an ``Optimistic`` state, which shows the actions of this reducer at once.
    ///
    /// ```swift
    /// let posts = Reducer<PostAction, [Post]>.reduce { action, posts in
    ///     if case .added(let post) = action { posts.append(post) }
    /// }
    /// let app = posts.optimistic().lift(case: AppAction.prisms.posts, state: \AppState.posts)
    /// ```
    ///
    /// Each event changes the state once, however many actions are replayed. A reducer that also adds
    /// an entry to an outbox calls its `reduce`.
    ///
    /// This reducer must be a pure function, as each reducer is: an action is applied again whenever it
    /// is replayed.
    ///
    /// - Complexity: `perform` calls this reducer once, and so does a confirmation of the oldest pending
    ///   action without actions of the server. If the state is `Equatable`, a confirmation of the
    ///   oldest one by actions that give the predicted state calls it once for each of these actions,
    ///   once more for the comparison, and compares two states. All other events call it once for
    ///   each pending action besides: rejecting one of 10,000 in the middle takes 14 ms if a call takes
    ///   1.4 µs.
    @inlinable public func optimistic()
        -> Reducer<OptimisticAction<ActionType>, Optimistic<StateType, ActionType>>
    {
        optimistic(rewrite: nil, equals: nil)
    }

    /// Makes a reducer that also replaces temporary names by ``RenamingOptimisticAction/renamed(_:_:)``.
    ///
    /// - Parameter rewrite: Returns an action with the second name in place of the first one, and other
    ///   actions unchanged. It is called for each pending action when a name is replaced, and for each
    ///   of the last 1,000 renames when an action is performed.
    @inlinable public func optimistic<ID: Hashable & Sendable>(
        rewrite: @escaping @Sendable (ActionType, _ old: ID, _ new: ID) -> ActionType
    ) -> Reducer<RenamingOptimisticAction<ID, ActionType>, Optimistic<StateType, ActionType>> {
        optimistic(rewrite: rewrite, equals: nil)
    }

    @inlinable func optimistic<ID: Hashable & Sendable>(
        rewrite: (@Sendable (ActionType, ID, ID) -> ActionType)?,
        equals: (@Sendable (StateType, StateType) -> Bool)?
    ) -> Reducer<RenamingOptimisticAction<ID, ActionType>, Optimistic<StateType, ActionType>> {
        lifted { reduce in
            { action, state in
                switch action {
                case .perform(let id, let action): state.perform(id, action, rewrite, reduce)
                case .confirmed(let id, let actions): state.confirm(id, actions, reduce, equals)
                case .rejected(let id): state.reject(id, reduce)
                case .server(let action): state.takeFromServer(action, reduce)
                case .result(let id, let action): state.takeResult(of: id, action, reduce, equals)
                case .pulled(let action, let mark): state.pull(action, askedAt: mark, reduce)
                case .renamed(let old, let new): if let rewrite { state.rename(old, new, rewrite, reduce) }
                }
            }
        }
    }
}

extension Reducer where StateType: Equatable & SendableMetatype {
    /// Makes a reducer that replays nothing if the server confirms the predicted state; see above.
    @inlinable public func optimistic()
        -> Reducer<OptimisticAction<ActionType>, Optimistic<StateType, ActionType>>
    {
        optimistic(rewrite: nil, equals: areSame)
    }

    /// Makes a reducer that replays nothing if the server confirms the predicted state; see above.
    @inlinable public func optimistic<ID: Hashable & Sendable>(
        rewrite: @escaping @Sendable (ActionType, _ old: ID, _ new: ID) -> ActionType
    ) -> Reducer<RenamingOptimisticAction<ID, ActionType>, Optimistic<StateType, ActionType>> {
        optimistic(rewrite: rewrite, equals: areSame)
    }
}

extension Optimistic {
    @usableFromInline typealias Reduce = MutableReduceFunction<Action, State>

    @inlinable mutating func perform<ID: Hashable & Sendable>(
        _ id: OutboxID,
        _ action: Action,
        _ rewrite: ((Action, ID, ID) -> Action)?,
        _ reduce: @escaping Reduce
    ) {
        guard !isPending(id), !history.isKnown(id) else { return }
        var action = action
        if let rewrite { for (old, new) in renames.load(ID.self) { action = rewrite(action, old, new) } }
        history.perform(id)
        self.reduce = reduce
        if queue.insert(id, action, history) { reduce(action, &current) } else { replay(reduce) }
    }

    @inlinable mutating func confirm(
        _ id: OutboxID,
        _ actions: [Action],
        byResult: Bool = false,
        _ reduce: Reduce,
        _ equals: ((State, State) -> Bool)?
    ) {
        guard let (action, index) = queue.remove(id) else { return }
        history.confirm(id, byResult: byResult)
        let isPredicted: Bool
        if actions.isEmpty {
            reduce(action, &confirmed)
            isPredicted = index == 0
        } else if index == 0, let equals, !queue.entries.isEmpty {
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
        guard queue.remove(id) != nil else { return }
        history.takeBack(id)
        replay(reduce)
    }

    @inlinable mutating func takeFromServer(_ action: Action, _ reduce: Reduce) {
        reduce(action, &confirmed)
        replay(reduce)
    }

    @inlinable mutating func takeResult(
        of id: OutboxID?,
        _ action: Action,
        _ reduce: Reduce,
        _ equals: ((State, State) -> Bool)?
    ) {
        if let id, isPending(id) { return confirm(id, [action], byResult: true, reduce, equals) }
        if let id {
            guard !history.isKnown(id) else { return }
            history.takeResult(of: id)
        }
        takeFromServer(action, reduce)
    }

    @inlinable mutating func pull(_ action: Action, askedAt mark: OptimisticMark, _ reduce: Reduce) {
        if history.pull(askedAt: mark, pendingIDs: queue.ids) { takeFromServer(action, reduce) }
    }

    @inlinable mutating func rename<ID: Hashable & Sendable>(
        _ old: ID,
        _ new: ID,
        _ rewrite: (Action, ID, ID) -> Action,
        _ reduce: Reduce
    ) {
        renames.append(old, new)
        guard !queue.entries.isEmpty else { return }
        queue.change { rewrite($0, old, new) }
        replay(reduce)
    }

    /// Applies the pending actions to the base.
    ///
    /// Without any, `shown` shares the storage of the base.
    @inlinable mutating func replay(_ reduce: Reduce) {
        current = confirmed
        for entry in queue.entries { reduce(entry.action, &current) }
    }
}
