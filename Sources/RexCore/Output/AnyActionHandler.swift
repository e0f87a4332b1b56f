// SPDX-License-Identifier: MIT

/// A type-erased handler of actions, such as the output of a middleware.
///
/// It may be stored and used later on any thread. The output of a store doesn't keep that store
/// alive. After the store has ended, dispatching does nothing.
public struct AnyActionHandler<ActionType>: ActionHandler, Sendable {
    @usableFromInline let send: @Sendable (consuming DispatchedAction<ActionType>) -> Void
    /// The store of this handler, if any.
    @usableFromInline let connection: (any StoreConnection)?
    /// Called for each action if `isFiltered`.
    ///
    /// Not optional, since an optional function is retained for each call.
    @usableFromInline let isAdmitted: @Sendable () -> Bool
    @usableFromInline let isFiltered: Bool

    /// Creates a handler that calls `dispatch` on the dispatching thread.
    @inlinable public init(_ dispatch: @escaping @Sendable (DispatchedAction<ActionType>) -> Void) {
        self.init(dispatch, connection: nil)
    }

    /// Erases the type of a handler and holds the handler strongly.
    ///
    /// An erased handler is returned unchanged.
    public init(_ handler: some ActionHandler<ActionType> & Sendable) {
        if let handler = handler as? AnyActionHandler<ActionType> {
            self = handler
        } else {
            self.init { handler.dispatch($0) }
        }
    }

    @inlinable init(
        _ send: @escaping @Sendable (consuming DispatchedAction<ActionType>) -> Void,
        connection: (any StoreConnection)?
    ) {
        self.send = send
        self.connection = connection
        isAdmitted = { true }
        isFiltered = false
    }

    @inlinable init(
        _ send: @escaping @Sendable (consuming DispatchedAction<ActionType>) -> Void,
        connection: (any StoreConnection)?,
        isAdmitted: @escaping @Sendable () -> Bool,
        isFiltered: Bool
    ) {
        self.send = send
        self.connection = connection
        self.isAdmitted = isAdmitted
        self.isFiltered = isFiltered
    }

    /// Passes the action on, on this thread.
    @inlinable public func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>) {
        if isFiltered, !isAdmitted() { return }
        send(dispatchedAction)
    }

    /// Returns a handler for other actions, which `transform` turns into actions of this handler.
    ///
    /// Sources are kept. `transform` runs for each action, on the dispatching thread.
    @inlinable public func contramap<NewActionType>(
        _ transform: @escaping @Sendable (NewActionType) -> ActionType
    ) -> AnyActionHandler<NewActionType> {
        AnyActionHandler<NewActionType>(
            { [send] in send($0.map(transform)) },
            connection: connection,
            isAdmitted: isAdmitted,
            isFiltered: isFiltered
        )
    }

    /// Returns this handler, which is already erased.
    public func eraseToAnyActionHandler() -> AnyActionHandler<ActionType> { self }
}

extension AnyActionHandler {
    /// Returns a handler for other actions that calls `send` and has the same store.
    @inlinable package func replacing<NewActionType>(
        _ send: @escaping @Sendable (consuming DispatchedAction<NewActionType>) -> Void
    ) -> AnyActionHandler<NewActionType> {
        AnyActionHandler<NewActionType>(send, connection: connection)
    }

    /// Returns a handler that passes on only the actions that `isAdmitted` allows.
    ///
    /// - Parameter isAdmitted: Called for each action, on the thread that sends it. Returns false
    ///   to drop the action.
    @inlinable public func filter(_ isAdmitted: @escaping @Sendable () -> Bool) -> AnyActionHandler {
        guard !isFiltered else { return filterTwice(isAdmitted) }
        return AnyActionHandler(send, connection: connection, isAdmitted: isAdmitted, isFiltered: true)
    }

    /// A function of its own, so that a first filter creates no closure.
    @usableFromInline func filterTwice(_ isAdmitted: @escaping @Sendable () -> Bool) -> AnyActionHandler {
        replacing { action in if isAdmitted() { dispatch(action) } }
    }

    /// Returns a revocable handler and the function that revokes it.
    ///
    /// After `revoke()`, no action that was or is sent through the handler is processed, not even a
    /// queued one: the store checks queued actions when it takes them out, and reports them as
    /// skipped. Actions that are sent later are dropped without a report. An action that is being
    /// processed is finished, and actions that it has caused aren't revoked. `revoke` may be called
    /// on any thread. Calling it again does nothing.
    ///
    /// - Complexity: One allocation for each action that is sent through the handler, and a second one
    ///   if it has passed another such handler or belongs to a task. Other actions cost nothing.
    public func revocable() -> (output: AnyActionHandler<ActionType>, revoke: @Sendable () -> Void) {
        let sender = RevocableSender()
        let output = replacing { (action: consuming DispatchedAction<ActionType>) in
            guard !sender.isRevoked else { return }
            dispatch(DispatchedAction(action.action, dispatcher: action.source.sent(by: sender)))
        }
        return (output, { sender.revoke() })
    }

    /// Calls `body` once, as soon as this handler's store is idle: its queue is empty, and no
    /// action is being processed.
    ///
    /// The wait includes actions that the current ones cause. `body` is called on the processing
    /// thread. If the store is idle or has ended, or if there is no store, it is called at once on
    /// this thread. Each call of `onIdle` leads to one call of its `body`.
    public func onIdle(_ body: @escaping @Sendable () -> Void) {
        if let connection { connection.whenIdle(body) } else { body() }
    }

    /// Calls `body` once when this handler's store ends, on the thread that drops the store and
    /// before that returns.
    ///
    /// If the store has ended, `body` is called at once. Without a store, it is never called. The
    /// store keeps `body` until it ends, so register it once, for example in
    /// ``MiddlewareProtocol/receiveContext(getState:output:)``, and not for each action.
    public func onEnd(_ body: @escaping @Sendable () -> Void) {
        connection?.whenEnded(body)
    }

    /// Returns the ``ActionSource/number`` of the action that caused the action with this source,
    /// or nil for an external action.
    ///
    /// An action is caused by the action whose source it was dispatched with or derived from, also
    /// later and on another thread. Call it where the store processes, with the source that the
    /// store has passed to the middleware. Returns nil for an action that is not being processed.
    @inlinable public func cause(of source: ActionSource) -> Int? {
        guard let connection, let number = source.number else { return nil }
        let cause = connection.origin(of: number).cause
        return cause == 0 ? nil : cause
    }

    /// Returns the ``StoreTask/number`` of the task that sent the action with this source, or nil
    /// if no task did.
    ///
    /// As with ``cause(of:)``, call it only for the action that is being processed.
    @inlinable public func task(of source: ActionSource) -> Int? {
        guard let connection, let number = source.number else { return nil }
        let task = connection.origin(of: number).task
        return task == 0 ? nil : task
    }

    /// Calls `observer` after each reduction of this handler's store, with the source of the
    /// action.
    ///
    /// Also actions that never reach the calling middleware are reported. The calls are made where
    /// the store processes, after the observers of the state and before the ``IO`` of the action.
    /// The observer can thus react to the new state before any further action. Several observers
    /// are called in the order of registration. The last call is made for the action that was being
    /// processed when the store ended; then the observer is released.
    ///
    /// The first call has nil as its source, and is for the current state. In
    /// ``MiddlewareProtocol/receiveContext(getState:output:)`` this call is made at once, for the
    /// initial state. Later, and on any thread, it is made as soon as no action is being processed:
    /// at once, if the store is idle and processes here.
    ///
    /// Stores without such observers pay nothing. Without a store, `observer` is never called.
    public func onReduction(_ observer: @escaping @Sendable (_ source: ActionSource?) -> Void) {
        connection?.observeReductions(observer)
    }

    /// Identifies the store of this handler among all living ones.
    ///
    /// Nil without a store. It is the same for all outputs of a store. A middleware that is a value
    /// and is used by several stores can use it as a key, until ``onEnd(_:)`` calls back: a later
    /// store may get the same identity.
    @inlinable public var storeIdentity: ObjectIdentifier? {
        connection.map { ObjectIdentifier($0) }
    }

    /// The upper part of the action numbers of this handler's store, or 0 without a store.
    package var storeNumber: Int { connection?.number ?? 0 }

    /// The clock, the random numbers and the tasks of this handler's store;
    /// ``StoreEnvironment/live`` without a store.
    public var environment: StoreEnvironment { connection?.environment ?? .live }
}
