// SPDX-License-Identifier: MIT

/// A handler of actions whose type is erased; the output that a middleware gets is one.
///
/// It may be kept and used later and from any thread. The output of a store does not keep that
/// store alive: once the store is gone, dispatching does nothing.
public struct AnyActionHandler<ActionType>: ActionHandler, Sendable {
    @usableFromInline let send: @Sendable (consuming DispatchedAction<ActionType>) -> Void
    /// Calls back at moments of the store behind this handler, if there is one.
    @usableFromInline let moments: Moments?
    /// Asked for each action, if anyone wants to be asked.
    @usableFromInline let admission: Admission?

    /// Makes a handler that calls `dispatch`, on the thread that dispatches.
    @inlinable public init(_ dispatch: @escaping @Sendable (DispatchedAction<ActionType>) -> Void) {
        self.init(dispatch, moments: nil)
    }

    /// Erases the type of a handler and holds it strongly; one that is erased already stays as it is.
    public init(_ handler: some ActionHandler<ActionType> & Sendable) {
        if let handler = handler as? AnyActionHandler<ActionType> {
            self = handler
        } else {
            self.init { handler.dispatch($0) }
        }
    }

    @inlinable package init(
        _ send: @escaping @Sendable (consuming DispatchedAction<ActionType>) -> Void,
        moments: Moments?,
        admission: Admission? = nil
    ) {
        self.send = send
        self.moments = moments
        self.admission = admission
    }

    /// Passes the action on, on this thread.
    @inlinable public func dispatch(_ dispatchedAction: consuming DispatchedAction<ActionType>) {
        // A reference that is optional would be retained for each action.
        if let unretained = admission.map(Unmanaged.passUnretained) {
            guard unretained._withUnsafeGuaranteedRef({ $0.isOpen() }) else { return }
            withExtendedLifetime(admission) {}
        }
        send(dispatchedAction)
    }

    /// Makes a handler of other actions, which `transform` turns into actions of this one.
    ///
    /// The source stays. `transform` runs for each action, on the thread that dispatches.
    @inlinable public func contramap<NewActionType>(
        _ transform: @escaping @Sendable (NewActionType) -> ActionType
    ) -> AnyActionHandler<NewActionType> {
        AnyActionHandler<NewActionType>({ [send] in send($0.map(transform)) }, moments: moments, admission: admission)
    }

    /// Gives this handler itself, which is erased already.
    public func eraseToAnyActionHandler() -> AnyActionHandler<ActionType> { self }
}

extension AnyActionHandler {
    /// A handler of other actions that calls `send`, with the same store behind it.
    @inlinable func replacing<NewActionType>(
        _ send: @escaping @Sendable (consuming DispatchedAction<NewActionType>) -> Void
    ) -> AnyActionHandler<NewActionType> {
        AnyActionHandler<NewActionType>(send, moments: moments)
    }

    /// A handler that passes on only the actions that `admission` admits.
    @inlinable package func passing(_ admission: Admission) -> AnyActionHandler {
        guard self.admission == nil else { return passingBoth(admission) }
        return AnyActionHandler(send, moments: moments, admission: admission)
    }

    /// Apart, so that no closure is made where nobody was asked before.
    @usableFromInline func passingBoth(_ admission: Admission) -> AnyActionHandler {
        AnyActionHandler({ action in if admission.isOpen() { dispatch(action) } }, moments: moments)
    }

    /// Calls `body` once, as soon as the store behind this handler has nothing left to process.
    ///
    /// That includes what processing causes. `body` runs on the thread that processes, or at once
    /// on this one if nothing is waiting, the store is gone, or there is no store behind this
    /// handler.
    package func afterPending(_ body: @escaping @Sendable () -> Void) {
        if let moments { moments.callAt(.idle, body) } else { body() }
    }

    /// Calls `body` once, when the store behind this handler ends, on the thread that drops it and
    /// before that returns.
    ///
    /// If the store is gone already it is called at once, and if there is no store behind this
    /// handler never.
    package func atEnd(_ body: @escaping @Sendable () -> Void) {
        moments?.callAt(.end, body)
    }
}
