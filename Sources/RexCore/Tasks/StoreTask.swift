// SPDX-License-Identifier: MIT

/// A task that belongs to a store.
///
/// It is cancelled when the store ends, and ``Store/settled()`` waits for it. For authors of
/// middlewares. A subclass can store the data of the task, which saves a second object;
/// ``AnyActionHandler/start(_:priority:_:)`` passes the task to the operation.
///
/// It is unchecked Sendable because of its variables. They are private and used only under the
/// task's lock, which stays the same for its whole life. `index` belongs to the store's list of
/// tasks.
open class StoreTask: @unchecked Sendable {
    /// The number of this task, unique in the process; see ``AnyActionHandler/task(of:)``.
    public final let number: Int
    private final let origin: ActionSource?
    private final let maySendAfterReturn: Bool
    /// The index in the store's list of tasks.
    ///
    /// The store's lock protects it.
    final var index = 0

    private final let lock: Lock<Void>
    private final var life = Life.created
    private final var wasCancelled = false
    private final var canceller = Canceller.unknown
    private final var processing = Processing.none
    /// The link that the task's actions share.
    ///
    /// Nil before the first action and after the return.
    private final var link: TaskLink?
    private final var whenEnded: [@Sendable () -> Void] = []

    private enum Life {
        case created
        /// The operation runs. `stop` cancels it, unless that was done already.
        case running(stop: (@Sendable () -> Void)?)
        /// The operation has returned. `wasRevoked` tells whether the task was revoked by then.
        case returned(wasRevoked: Bool)
    }

    private enum Canceller {
        case unknown
        /// The action with this number.
        case action(Int)
        case endOfStore
    }

    /// Whether an action of the task is being processed.
    private enum Processing {
        case none
        case action
        /// The last one: the task has finished meanwhile.
        case lastAction
    }

    /// Functions to call after unlocking.
    ///
    /// They are in a struct, since functions returned from the lock's closure would be wrapped.
    private struct Calls {
        var stop: (@Sendable () -> Void)?
        var whenEnded: [@Sendable () -> Void] = []
        var link: TaskLink?

        /// Returns the link if a queued action holds it too, otherwise nil.
        mutating func takeLink() -> TaskLink? {
            guard isKnownUniquelyReferenced(&link) else { return link.take() }
            link.take()?.isKept = false
            return nil
        }
    }

    /// Creates a task that does nothing until ``AnyActionHandler/start(_:priority:_:)`` starts it.
    ///
    /// It can thus be stored where others find and cancel it before it starts.
    ///
    /// - Parameters:
    ///   - source: The source of the action that the task works for, with a step that describes the
    ///     task. Tools that list running tasks show it.
    ///   - maySendAfterReturn: Whether the task may send actions after its operation has returned.
    ///     If not, they are dropped, except the final action.
    public init(from source: consuming ActionSource? = nil, maySendAfterReturn: Bool = true) {
        origin = consume source
        self.maySendAfterReturn = maySendAfterReturn
        number = lastTaskNumber.withLock { number in
            number += 1
            return number
        }
        lock = taskLocks[number]
    }

    /// The source of the action that the task works for, with steps that describe the task.
    ///
    /// Nil if the initializer got no source. A subclass may override it to add a step lazily. It
    /// must return the same source each time.
    open var source: ActionSource? { origin }

    /// Whether ``cancel(from:)`` was called.
    ///
    /// The task may have ended normally nevertheless.
    public final var isCancelled: Bool { lock.withLock { _ in wasCancelled } }

    /// Whether the task's actions are dropped, both queued and future ones.
    ///
    /// Equals ``isCancelled`` unless a subclass overrides it. It is read when an action is taken
    /// from the queue, on the processing thread, and when the operation has returned. So an
    /// override must protect its data by a lock, and must stay true once it has been true. To drop
    /// actions for further reasons, a subclass checks before it sends.
    open var isRevoked: Bool { isCancelled }

    /// Called once when the operation has returned, on the thread of the operation.
    ///
    /// Override it to count running tasks or to start a successor. The default does nothing.
    ///
    /// - Parameter isFinished: Whether every action of the task has been reduced or dropped. If
    ///   not, ``didFinish()`` is called later.
    open func didReturn(isFinished: Bool) {}

    /// Called once when the last action still queued at the operation's return has been reduced or
    /// dropped.
    ///
    /// Actions are dropped if they were revoked or filtered, or if the store has ended. The call is
    /// made on the thread that reduces or drops the last action: after the reduction and its
    /// observers, before the ``IO`` of that action. So the `IO` sees a finished task. Start a
    /// successor in ``afterFinish()``.
    open func didFinish() {}

    /// Called once after ``didFinish()``, and after the ``IO`` of the last action if that was reduced,
    /// so that this `IO` can still prevent a successor.
    ///
    /// If the last action was dropped, it is called right after ``didFinish()``.
    open func afterFinish() {}

    /// The outcome of the task, or nil while it runs.
    ///
    /// Functions passed to ``onEnd(_:)`` can already read it.
    public final var ending: Ending? {
        let (life, canceller) = lock.withLock { _ in (self.life, self.canceller) }
        guard case .returned(let wasRevoked) = life else { return nil }
        if let outcome { return outcome }
        guard wasRevoked else { return .returned }
        return switch canceller {
        case .unknown: .cancelled(by: nil)
        case .action(let number): .cancelled(by: number)
        case .endOfStore: .endedWithStore
        }
    }

    /// The number of the action that cancels the task or its actions, if known.
    final var cancellingAction: Int? {
        lock.withLock { _ in if case .action(let number) = canceller { number } else { nil } }
    }

    /// The failure of the operation, or nil.
    ///
    /// Override it to report a failure, which takes precedence over a later cancellation.
    open var outcome: Ending? { nil }

    /// The number of attempts that the operation has started.
    ///
    /// It is 1 unless a subclass retries.
    open var attempts: Int { 1 }

    /// Notes which action is about to cancel the task, for tools that list tasks.
    ///
    /// The first note counts. Call it in a subclass that revokes its output before it cancels the
    /// task. ``cancel(from:)`` does it too.
    public final func noteCancellation(from source: ActionSource) { noteCancellation(by: source.number) }

    /// Notes the number of the action that is about to cancel the task.
    ///
    /// Does nothing for nil.
    public final func noteCancellation(by number: Int?) {
        guard let number else { return }
        lock.withLock { _ in noteCanceller(.action(number)) }
    }

    /// Notes what cancels the task, unless that is known or too late.
    private final func noteCanceller(_ new: Canceller) {
        guard case .unknown = canceller else { return }
        if case .returned(wasRevoked: true) = life { return }
        canceller = new
    }

    /// Cancels the task and revokes its output.
    ///
    /// No action of the task is processed any more, neither queued nor future ones; only an action
    /// that is being processed is finished. The operation ends when it notices the cancellation.
    /// Its cancellation handlers run on this thread. Cancelling again, or after the operation has
    /// ended, doesn't affect the operation.
    ///
    /// - Parameter source: The source of the action that causes the cancellation. Tools that list
    ///   tasks show it.
    public final func cancel(from source: ActionSource? = nil) {
        let canceller = source?.number.map(Canceller.action) ?? .unknown
        let taken = lock.withLock { _ in
            wasCancelled = true
            noteCanceller(canceller)
            guard case .running(let stop) = life else { return Calls() }
            life = .running(stop: nil)
            return Calls(stop: stop)
        }
        taken.stop?()
    }

    /// Revokes the output, since the store has ended.
    ///
    /// The caller has the task cancelled.
    final func revoke() {
        lock.withLock { _ in
            wasCancelled = true
            noteCanceller(.endOfStore)
        }
    }

    private final var hasReturned: Bool { if case .returned = life { true } else { false } }

    /// Calls `body` once when the operation has returned, on the thread of the operation; at once
    /// if it has returned already.
    ///
    /// ``ending`` and ``attempts`` are final by then.
    public final func onEnd(_ body: @escaping @Sendable () -> Void) {
        let mayCall = lock.withLock { _ in
            if !hasReturned { whenEnded += [body] }
            return hasReturned
        }
        if mayCall { body() }
    }

    /// Returns a handler for the actions of this task.
    ///
    /// It passes them to `handler` until ``cancel(from:)`` revokes it. A task that sends only one
    /// or two actions doesn't need it: see ``AnyActionHandler/dispatch(_:from:as:isLastWord:)``.
    @inlinable public final func output<ActionType>(
        to handler: AnyActionHandler<ActionType>
    ) -> AnyActionHandler<ActionType> {
        handler.replacing { (action: consuming DispatchedAction<ActionType>) in
            handler.dispatch(action.action, from: action.source, as: self)
        }
    }

    /// Returns a source that lets the task revoke the action.
    ///
    /// Returns nil if the action must be dropped now.
    ///
    /// - Parameters:
    ///   - source: The source of the action; nil for the source of the task.
    ///   - isFinal: Whether the action is processed even if the task is cancelled.
    @usableFromInline final func revocable(_ source: ActionSource?, isFinal: Bool = false) -> ActionSource? {
        let (known, isDropped) = lock.withLock { _ in
            (link, !isFinal && (wasCancelled || hasReturned && !maySendAfterReturn))
        }
        // While there is a link, the task isn't finished. Whether it is revoked is checked again
        // after the queue.
        guard !isDropped, let link = known ?? makeLink(isFinal) else { return nil }
        if isFinal { return (source ?? link.plainSource).revocable(by: FinalAction(link)) }
        guard let source else { return link.source }
        return link.revocable(source)
    }

    /// Returns the link of an action, which later actions share unless the operation has returned.
    ///
    /// Returns nil if the action must be dropped now.
    private final func makeLink(_ isFinal: Bool) -> TaskLink? {
        // Not under the lock: `source` may be overridden by a subclass that uses the lock.
        let new = TaskLink(of: self, from: source)
        return lock.withLock { _ -> TaskLink? in
            if let link { return link }
            if hasReturned { return maySendAfterReturn || isFinal ? new : nil }
            new.isKept = true
            link = new
            return new
        }
    }

    /// Notes that an action of the task is being processed.
    @usableFromInline final func beginProcessing() { lock.withLock { _ in processing = .action } }

    /// Notes that the action has been processed.
    @usableFromInline final func endProcessing() {
        let hasFinished = lock.withLock { _ in
            defer { processing = .none }
            guard case .lastAction = processing else { return false }
            return true
        }
        if hasFinished { afterFinish() }
    }

    /// Called when no action of the task is queued any more.
    final func finish() {
        didFinish()
        let isLater = lock.withLock { _ in
            guard case .action = processing else { return false }
            processing = .lastAction
            return true
        }
        if !isLater { afterFinish() }
    }

    /// Begins the task, and adds it to the store.
    ///
    /// If the store has ended, revokes the task.
    ///
    /// - Parameter executor: Runs functions on another thread than the processing one.
    @usableFromInline final func register(
        with connection: (any StoreConnection)?,
        executor: @escaping CancellationExecutor
    ) {
        let isNew = lock.withLock { _ in
            guard case .created = life else { return false }
            life = .running(stop: nil)
            return true
        }
        precondition(isNew, "StoreTask \(number) was started twice. Create a new task for each start.")
        if let connection, !connection.register(self, executor) { revoke() }
    }

    /// Takes the function that cancels the running task.
    ///
    /// Returns whether to call it now, since the task was cancelled before.
    @usableFromInline final func started(cancel: @escaping @Sendable () -> Void) -> Bool {
        lock.withLock { _ in
            guard !hasReturned else { return false }
            life = .running(stop: cancel)
            return wasCancelled
        }
    }

    /// Ends the task after the return of its operation, and releases objects that only a running
    /// task needs.
    @usableFromInline final func end(in connection: (any StoreConnection)?) {
        let isRevoked = isRevoked
        var taken = lock.withLock { _ in
            var taken = Calls(whenEnded: whenEnded, link: link)
            if case .running(let stop) = life { taken.stop = stop }
            life = .returned(wasRevoked: isRevoked)
            whenEnded = []
            link = nil
            return taken
        }
        for body in taken.whenEnded { body() }
        if let link = taken.takeLink() {
            didReturn(isFinished: false)
            // Releasing the last reference to the link finishes the task.
            extendLifetime(link)
        } else {
            didReturn(isFinished: true)
        }
        connection?.unregister(self)
    }
}

extension ActionSource {
    /// The source of tasks that cancel others when their store ends.
    ///
    /// Tools that list tasks show it.
    @usableFromInline static var endOfStore: ActionSource { .here().derived(by: EndOfStore()) }
}

private struct EndOfStore: ValueFreeDerivation {
    var step: ActionSource.Step { .here(kind: "end", text: "The end of the store") }
}

/// Runs a function on another thread than the processing one.
@usableFromInline typealias CancellationExecutor = @Sendable (@escaping @Sendable () -> Void) -> Void

private let lastTaskNumber = Lock(0)

private let taskLocks = LockStripes()
