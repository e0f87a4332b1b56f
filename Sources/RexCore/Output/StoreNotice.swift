// SPDX-License-Identifier: MIT

/// Tells that an action or an effect was skipped, and why; see
/// ``AnyActionHandler/observeNotices(_:)``.
///
/// Notices are for tools such as a recorder. They are created only if there is an observer.
public struct StoreNotice {
    /// The reason why an action or an effect was skipped.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A closed gate has stopped it.
        case dropped
        /// It had no effect, since another one was running or came just before.
        case ignored
        /// A later one replaced it while it was waiting.
        case superseded
        /// It was cancelled while it was waiting.
        case revoked
        /// It was for a part of the state that is gone, or a view that shows a past state sent it.
        case refused
    }

    /// What happened to the action or effect.
    public let kind: Kind
    /// The policy or the kind of the rule in a word, such as `first`, `debounced` or `gate`.
    ///
    /// For a refused action it is a sentence.
    public let reason: String
    /// The source of the processed action that this notice is about, with its
    /// ``ActionSource/number``.
    ///
    /// Its last step is the rule, unless the action was refused. With an ``action``, the source is that of the action that led to
    /// it. Otherwise it is that of the skipped action.
    public let source: ActionSource
    /// The number of the action that is the reason, or nil.
    public let cause: Int?
    /// The ``StoreTask/number`` of the task that sent the revoked action or that keeps running, or
    /// nil.
    public let task: Int?
    /// The action that was sent and not processed, or nil if the notice is about the action of
    /// ``source``.
    public let action: Any?

    /// Creates a notice from its parts.
    public init(
        _ kind: Kind,
        because reason: String,
        from source: ActionSource,
        cause: Int? = nil,
        task: Int? = nil,
        action: Any? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.source = source
        self.cause = cause
        self.task = task
        self.action = action
    }

    /// Returns the notice of an action that was revoked in the queue.
    ///
    /// `cause` is the number of its cause, or 0.
    @usableFromInline static func revoked(
        _ action: Any,
        from source: ActionSource,
        cause: UInt64,
        by task: StoreTask?
    ) -> StoreNotice {
        var source = source
        source.tag = cause | ActionSource.noticesBit
        return StoreNotice(
            .revoked,
            because: "cancelled",
            from: source,
            cause: task?.cancellingAction,
            task: task?.number,
            action: action
        )
    }

    /// Returns the notice of an action for a part of the state that is gone.
    ///
    /// `cause` is the number of its cause, or 0.
    @usableFromInline static func refused(
        _ action: Any,
        from source: ActionSource,
        cause: UInt64,
        because reason: String
    ) -> StoreNotice {
        var source = source
        source.tag = cause | ActionSource.noticesBit
        return StoreNotice(.refused, because: reason, from: source, action: action)
    }
}

@available(*, unavailable)
extension StoreNotice: Sendable {}

extension ActionSource {
    /// Whether the notices of the store that processes or has processed this source's action have
    /// observers.
    @inlinable public var observesNotices: Bool { tag & Self.noticesBit != 0 }
}

extension AnyActionHandler {
    /// Calls `observer` with each notice of this handler's store.
    ///
    /// Call it in ``MiddlewareProtocol/receiveContext(getState:output:)``. The observer is called
    /// on the thread that skips the action or effect, possibly on several threads at once, until
    /// the last output of the store is released. Without a store it is never called. Stores without
    /// such observers pay nothing.
    ///
    /// - Precondition: The store is still being created.
    public func observeNotices(_ observer: @escaping @Sendable (StoreNotice) -> Void) {
        guard let connection else { return }
        precondition(
            connection.beginNotices(),
            "observeNotices was called after the store had been created. Call it in receiveContext."
        )
        connection.registrations.contents.withLock { $0.notices.append(observer) }
    }

    /// Calls `observer` with the notice of each action that this handler's store refuses, since the
    /// part of the state that it is for is gone, or since a view that shows a past state sent it.
    ///
    /// The observer is called on the processing thread, in place of the steps of the loop. For an
    /// action of a view that shows a past state, it is called on the main thread. Unlike
    /// ``observeNotices(_:)``, it does not make gates and rules create other notices. Call it in
    /// ``MiddlewareProtocol/receiveContext(getState:output:)``. Without a store it is never called.
    public func observeRefusals(_ observer: @escaping @Sendable (StoreNotice) -> Void) {
        connection?.registrations.contents.withLock { $0.refusals.append(observer) }
    }

    /// Whether the notices or the tasks of this handler's store have observers.
    public var isObserved: Bool {
        connection?.registrations.contents.withLock { $0.areTasksObserved || !$0.notices.isEmpty } ?? false
    }

    /// Passes a notice to the observers of notices.
    ///
    /// Without observers, `notice` is not created. The observers are called on this thread before
    /// this returns. In `handle`, where there may be no output, return ``IO/note(_:from:)``
    /// instead.
    public func note(_ notice: @autoclosure () -> StoreNotice) {
        guard let observers = connection?.registrations.contents.withLock({ $0.notices }), !observers.isEmpty else {
            return
        }
        let notice = notice()
        for observer in observers { observer(notice) }
    }

    /// Returns a handler that passes on only the actions that `isAdmitted` allows.
    ///
    /// It sends a notice for each other action.
    ///
    /// - Parameters:
    ///   - isAdmitted: Called for each action, on the thread that sends it. Returns false to drop
    ///     the action.
    ///   - rule: The rule that drops the action. It becomes the last step of the notice's source.
    public func filter(
        _ isAdmitted: @escaping @Sendable () -> Bool,
        as rule: some ActionDerivation
    ) -> AnyActionHandler {
        replacing { (action: consuming DispatchedAction<ActionType>) in
            guard !isAdmitted() else { return dispatch(action) }
            note(
                StoreNotice(
                    .dropped,
                    because: rule.step.kind,
                    from: action.source.derived(by: rule),
                    action: action.action
                )
            )
        }
    }
}

extension StoreRegistrations {
    @usableFromInline func observersOfRefusals(withNotices: Bool) -> [@Sendable (StoreNotice) -> Void] {
        contents.withLock { withNotices ? $0.notices + $0.refusals : $0.refusals }
    }
}

extension IO {
    /// Creates an `IO` that passes a notice to the observers of notices.
    ///
    /// Without observers it is empty.
    ///
    /// - Parameters:
    ///   - notice: The notice. It is created only if there are observers.
    ///   - source: The source of the current action, as the store has passed it to the middleware.
    /// - Complexity: Without observers it neither allocates nor locks the store.
    @inlinable public static func note(
        _ notice: @autoclosure () -> StoreNotice,
        from source: borrowing ActionSource
    ) -> IO {
        source.observesNotices ? noting(notice()) : .pure()
    }

    /// A function of its own, so that no closure is created without observers.
    @usableFromInline static func noting(_ notice: StoreNotice) -> IO {
        IO { output in output.note(notice) }
    }
}
