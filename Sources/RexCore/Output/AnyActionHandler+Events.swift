// SPDX-License-Identifier: MIT

extension AnyActionHandler {
    /// Calls `observer` with each event of these kinds of this handler's store.
    ///
    /// Call it in ``MiddlewareProtocol/receiveContext(getState:output:)``. Rules and tasks of other
    /// middlewares' `receiveContext` aren't missed: the earlier ones are passed at once, on this thread.
    /// Several observers are called in the order of registration.
    ///
    /// - Phases are observed where the store processes, in the order of ``ProcessingPhase``. They don't
    ///   contain the action, which the middleware gets in `handle`.
    /// - Tasks are observed on the thread that starts them, before they start.
    /// - Other events are observed on the thread that posts them, before ``post(_:_:)`` returns,
    ///   possibly on several threads at once. At its end, a store reports the actions that it drops from
    ///   its queue. Later actions are dropped without a report.
    ///
    /// The observer may do all that a middleware may do, also use its output. It must not post an event
    /// of its own kind. It is released when the store ends, after the functions of ``onEnd(_:)`` were
    /// called; an observer of phases, after the current action. Without a store it is never called.
    /// Stores without observers pay nothing.
    ///
    /// - Precondition: The store is still being created.
    public func observe(_ kinds: StoreEvent.Kinds, _ observer: @escaping @Sendable (StoreEvent) -> Void) {
        guard let connection else { return }
        guard let earlier = connection.withHook({ $0.add(observer, of: kinds) }) else {
            preconditionFailure("observe was called after the store had been created. Call it in receiveContext.")
        }
        for event in earlier { observer(event) }
    }

    /// Whether one of these kinds has observers in this handler's store.
    ///
    /// Read it in `handle` or later: in `receiveContext`, observers may still be added. The answer doesn't
    /// change any more. Without a store it is false.
    public func isObserved(_ kinds: StoreEvent.Kinds) -> Bool {
        connection?.withHook { !$0.kinds.isDisjoint(with: kinds) } ?? false
    }

    /// Passes an event to the observers of its kind.
    ///
    /// Without observers, `event` is not created, except for a mistake and for a rule or a task of the
    /// store's creation. The observers are called on this thread before this returns. In `handle`, where there may be no output, return an `IO` that posts. A mistake without
    /// an observer is printed to standard error, also without a store.
    ///
    /// - Parameters:
    ///   - kinds: The kind of the event. A middleware that skips an action passes
    ///     `.skippedByMiddleware`.
    ///   - event: The event.
    public func post(_ kinds: StoreEvent.Kinds, _ event: @autoclosure () -> StoreEvent) {
        let isWanted = connection?.withHook { $0.wants(kinds) } ?? false
        guard isWanted || kinds == .mistake else { return }
        let event = event()
        let observers = connection?.withHook { $0.observers(of: kinds, keeping: event) } ?? []
        if observers.isEmpty, case .mistake(let text) = event { report(text) }
        for observer in observers { observer.call(event) }
    }

    /// Returns a handler that passes on only the actions that `isAdmitted` allows.
    ///
    /// It reports each other action as skipped, since a gate is closed.
    ///
    /// - Parameters:
    ///   - isAdmitted: Called for each action, on the thread that sends it. Returns false to drop
    ///     the action.
    ///   - rule: The rule that drops the action. It becomes the last step of the report's source.
    public func filter(
        _ isAdmitted: @escaping @Sendable () -> Bool,
        as rule: some ActionDerivation
    ) -> AnyActionHandler {
        replacing { (action: consuming DispatchedAction<ActionType>) in
            guard !isAdmitted() else { return dispatch(action) }
            post(
                .skippedByMiddleware,
                .skipped(
                    SkippedAction(because: .gateIsClosed, from: action.source.derived(by: rule), action: action.action)
                )
            )
        }
    }
}
