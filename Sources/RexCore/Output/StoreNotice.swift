// SPDX-License-Identifier: MIT

/// Something that did not happen, and why; see ``AnyActionHandler/observeNotices(_:)``.
///
/// It is for those who show what happens, such as a recorder, and is only made if there is one.
public struct StoreNotice {
    /// The fate of what did not happen.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Not let through, by a gate that is closed.
        case dropped
        /// Without effect, since something else went on or came just before.
        case ignored
        /// Replaced by a later one while it waited.
        case superseded
        /// Cancelled while it waited.
        case revoked
    }

    /// The fate of what did not happen.
    public let kind: Kind
    /// Why, in a word: the policy or the kind of the rule, such as `first`, `debounced` or `gate`.
    public let reason: String
    /// The source with the ``ActionSource/number`` of the action that it is about, whose last step
    /// is the rule.
    ///
    /// That action was processed. It is the one that did not get further; or if there is an
    /// ``action``, the one that led to it.
    public let source: ActionSource
    /// The number of the action that did it; nil if none did.
    public let cause: Int?
    /// The ``StoreTask/number`` of the task that sent what was revoked, or that goes on; nil if
    /// there is none.
    public let task: Int?
    /// The action that was sent and not processed; nil if it is about the one with the number of
    /// the source.
    public let action: Any?

    /// Makes a notice of its parts.
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

    /// Makes the notice of an action that was revoked in the queue; `cause` is the number of its
    /// cause, or 0.
    static func revoked(_ action: Any, from source: ActionSource, cause: UInt64) -> StoreNotice {
        let task = source.revokingTask
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
}

@available(*, unavailable)
extension StoreNotice: Sendable {}

extension ActionSource {
    /// True if somebody observes the notices of the store that processes, or has processed, this
    /// source's action.
    @inlinable public var observesNotices: Bool { tag & Self.noticesBit != 0 }
}

extension AnyActionHandler {
    /// Calls `observer` with each notice of what does not happen in the store behind this handler.
    ///
    /// To be called in ``MiddlewareProtocol/receiveContext(getState:output:)``. The observer is
    /// called on the thread on which it does not happen, also on several at once, until nobody has
    /// an output of the store any more. Without a store behind this handler it is never called. A
    /// store that nobody observes so pays nothing.
    ///
    /// - Precondition: The store is being made.
    public func observeNotices(_ observer: @escaping @Sendable (StoreNotice) -> Void) {
        guard let connection else { return }
        precondition(
            connection.beginNotices(),
            "observeNotices was called after the store had been created. Call it in receiveContext."
        )
        connection.registrations.notices.withLock { $0.observers.append(observer) }
    }

    /// True if somebody observes the notices of the store behind this handler, or its tasks.
    public var isObserved: Bool {
        connection?.registrations.notices.withLock { $0.areTasksObserved || !$0.observers.isEmpty } ?? false
    }

    /// Says what does not happen to those who observe the notices; `notice` is only made if
    /// somebody does.
    ///
    /// The observers are notified on this thread, before this returns; where the action is at hand
    /// and this handler is not, ``IO/note(_:from:)`` does it.
    public func note(_ notice: @autoclosure () -> StoreNotice) {
        guard let observers = connection?.registrations.notices.withLock({ $0.observers }), !observers.isEmpty else {
            return
        }
        let notice = notice()
        for observer in observers { observer(notice) }
    }

    /// Makes a handler that passes on only what is admitted at the moment of sending, and notes
    /// what is not.
    ///
    /// - Parameters:
    ///   - isAdmitted: called for each action, on the thread that sends it; false drops the action.
    ///   - rule: the rule that drops, which is the last step of the notice's source.
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

extension IO {
    /// Makes an `IO` that says what does not happen to those who observe the notices; one that does
    /// nothing if nobody does.
    ///
    /// - Parameters:
    ///   - notice: only made if somebody observes.
    ///   - source: that of the action at hand, as the store has passed it to the middleware.
    /// - Complexity: No allocation, and no look at the store, if nobody observes.
    @inlinable public static func note(
        _ notice: @autoclosure () -> StoreNotice,
        from source: borrowing ActionSource
    ) -> IO {
        source.observesNotices ? noting(notice()) : .pure()
    }

    /// Apart, so that nothing is made where nobody observes.
    @usableFromInline static func noting(_ notice: StoreNotice) -> IO {
        IO { output in output.note(notice) }
    }
}

extension StoreContents {
    /// Lets each action carry that its notices are observed; false if the store is there already.
    @usableFromInline mutating func beginNotices() -> Bool {
        guard !hasBegun else { return false }
        noticesBit = ActionSource.noticesBit
        last.number |= noticesBit
        return true
    }
}
