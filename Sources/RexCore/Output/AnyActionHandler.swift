// SPDX-License-Identifier: MIT

/// A handler of actions whose type is erased; the output that a middleware gets is one.
///
/// It may be kept and used later and from any thread. The output of a store does not keep that
/// store alive: once the store is gone, dispatching does nothing.
public struct AnyActionHandler<ActionType>: ActionHandler, Sendable {
    @usableFromInline let send: @Sendable (consuming DispatchedAction<ActionType>) -> Void
    /// The store behind this handler, if there is one.
    @usableFromInline let connection: (any StoreConnection)?
    /// Called for each action, if there is a filter; not optional, since it would then be retained
    /// for each call.
    @usableFromInline let isAdmitted: @Sendable () -> Bool
    @usableFromInline let isFiltered: Bool

    /// Makes a handler that calls `dispatch`, on the thread that dispatches.
    @inlinable public init(_ dispatch: @escaping @Sendable (DispatchedAction<ActionType>) -> Void) {
        self.init(dispatch, connection: nil)
    }

    /// Erases the type of a handler and holds it strongly; one that is erased already stays as it
    /// is.
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

    /// Makes a handler of other actions, which `transform` turns into actions of this one.
    ///
    /// The source stays. `transform` runs for each action, on the thread that dispatches.
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

    /// Returns this handler, which is erased already.
    public func eraseToAnyActionHandler() -> AnyActionHandler<ActionType> { self }
}

extension AnyActionHandler {
    /// A handler of other actions that calls `send`, with the same store behind it.
    @inlinable func replacing<NewActionType>(
        _ send: @escaping @Sendable (consuming DispatchedAction<NewActionType>) -> Void
    ) -> AnyActionHandler<NewActionType> {
        AnyActionHandler<NewActionType>(send, connection: connection)
    }

    /// Makes a handler that passes on only what is admitted at the moment of sending.
    ///
    /// - Parameter isAdmitted: called for each action, on the thread that sends it; false drops the
    ///   action.
    @inlinable public func filter(_ isAdmitted: @escaping @Sendable () -> Bool) -> AnyActionHandler {
        guard !isFiltered else { return filterTwice(isAdmitted) }
        return AnyActionHandler(send, connection: connection, isAdmitted: isAdmitted, isFiltered: true)
    }

    /// Apart, so that no closure is made where there was no filter before.
    @usableFromInline func filterTwice(_ isAdmitted: @escaping @Sendable () -> Bool) -> AnyActionHandler {
        replacing { action in if isAdmitted() { dispatch(action) } }
    }

    /// Makes a handler that can be revoked.
    ///
    /// After `revoke()` nothing that was or is sent through it is processed, not even what waits in
    /// the queue of the store: an action that waits is checked when it is taken out. Only the
    /// action that is being processed already goes on, and what it causes is not revoked. It may be
    /// called from any thread, and again, which does nothing.
    ///
    /// - Complexity: One allocation for each action that is sent through it; actions that nobody
    ///   can revoke cost nothing.
    public func revocable() -> (output: AnyActionHandler<ActionType>, revoke: @Sendable () -> Void) {
        let revocation = Revocation()
        return (revocable(by: revocation), { revocation.make() })
    }

    func revocable(by revocation: any Revoking) -> AnyActionHandler<ActionType> {
        replacing { (action: consuming DispatchedAction<ActionType>) in
            guard !revocation.isMade else { return }
            let source = action.source.revocable(by: revocation)
            dispatch(DispatchedAction(action.action, dispatcher: source))
        }
    }

    /// Calls `body` once, as soon as the store behind this handler has nothing left to process.
    ///
    /// That includes what processing causes. `body` runs on the thread that processes, or at once
    /// on this one if nothing is waiting, the store is gone, or there is no store behind this
    /// handler. Called again, it calls again.
    public func onIdle(_ body: @escaping @Sendable () -> Void) {
        if let connection { connection.whenIdle(body) } else { body() }
    }

    /// Calls `body` once, when the store behind this handler ends, on the thread that drops it and
    /// before that returns.
    ///
    /// If the store is gone already it is called at once, and if there is no store behind this
    /// handler never. Until then the store keeps `body`, so call this for what lasts as long as the
    /// store, as in ``MiddlewareProtocol/receiveContext(getState:output:)``, and not for each
    /// action.
    public func onEnd(_ body: @escaping @Sendable () -> Void) {
        connection?.whenEnded(body)
    }

    /// The ``ActionSource/number`` of the action that caused the one with this source; nil if that
    /// came from outside.
    ///
    /// An action is caused by the one whose source it was dispatched with, or derived from, also
    /// later and from another thread. To be called where the store behind this handler processes,
    /// with the source that it passed to the middleware: an action that is not being processed has
    /// no known cause, and nil is returned.
    @inlinable public func cause(of source: ActionSource) -> Int? {
        guard let connection, let number = source.number else { return nil }
        let cause = connection.origin(of: numericCast(number)).cause
        return cause == 0 ? nil : numericCast(cause)
    }

    /// The ``StoreTask/number`` of the task that sent the action with this source through its
    /// output; nil if none did.
    ///
    /// To be called as ``cause(of:)`` is: for the action that the store is processing.
    @inlinable public func task(of source: ActionSource) -> Int? {
        guard let connection, let number = source.number else { return nil }
        let task = connection.origin(of: numericCast(number)).task
        return task == 0 ? nil : task
    }

    /// Calls `observer` with each task that the store behind this handler starts from now on,
    /// before it begins.
    ///
    /// It is called on the thread that starts the task, until the store ends; here and now with
    /// those that run already, such as those that a middleware in front of this one has started
    /// when it got its context. Without a store behind this handler it is never called.
    public func observeTasks(_ observer: @escaping @Sendable (StoreTask) -> Void) {
        guard let connection else { return }
        connection.registrations.notices.withLock { $0.areTasksObserved = true }
        connection.observeTasks(observer)
    }

    /// Calls `observer` after each reduction of the store behind this handler, with the source of
    /// the action.
    ///
    /// That includes actions that do not reach the middleware which calls this. It is called where
    /// the store processes, after its observers and before the ``IO`` of the action, so what it
    /// does about the new state is done before any further action. The first call has nil instead
    /// of a source, for the state that there is then; the last one is that for the action at hand
    /// when the store ends, which releases it. Several are called in the order in which they
    /// registered.
    ///
    /// Where this is called in ``MiddlewareProtocol/receiveContext(getState:output:)`` the first
    /// call is made at once, for the state that the store begins with. Later, and from any thread,
    /// it is made as soon as no action is being processed: at once, if that is so and the store
    /// processes here.
    ///
    /// A store in which nobody calls this pays nothing. Without a store behind this handler nothing
    /// is ever called.
    public func onReduction(_ observer: @escaping @Sendable (_ source: ActionSource?) -> Void) {
        connection?.observeReductions(observer)
    }

    /// The identity of the store behind this handler among all that live; nil if there is none.
    ///
    /// It is the same for all outputs of a store. A middleware that is a value, and may be in
    /// several stores at once, keeps under it what belongs to one of them, until ``onEnd(_:)``
    /// calls: a store that is made later may have the same.
    @inlinable public var storeIdentity: ObjectIdentifier? {
        guard let connection, connection.isStore else { return nil }
        return ObjectIdentifier(connection)
    }

    /// The time and the tasks of the store behind this handler; ``StoreEnvironment/live`` if there
    /// is none.
    public var environment: StoreEnvironment { connection?.environment ?? .live }
}
