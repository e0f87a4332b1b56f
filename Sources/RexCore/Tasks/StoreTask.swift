// SPDX-License-Identifier: MIT

/// A task that belongs to a store: it is cancelled when the store ends, and ``Store/settled()``
/// waits for it.
///
/// A subclass keeps what its task works with, so that both are one object;
/// ``AnyActionHandler/start(_:priority:_:)`` passes it to the operation.
///
/// It is unchecked Sendable because of its variables. That is safe because they are private, and
/// only used by who has the lock, which is the same one as long as the task lives; where it is in
/// the list of its store belongs to that list.
open class StoreTask: @unchecked Sendable {
    /// The number of this task, which no other one of the process has; see
    /// ``AnyActionHandler/task(of:)``.
    public final let number: Int
    private final let origin: ActionSource?
    /// The index among the tasks of its store, whose lock guards it.
    final var index = 0

    private final let lock: Lock<Void>
    private final var wasCancelled = false
    private final var isStarted = false
    private final var hasEnded = false
    /// True if it was revoked when its operation returned.
    private final var wasRevokedAtEnd = false
    /// The number of the action that cancels it, 0 where none is known, -1 for the end of the
    /// store.
    private final var canceller = 0
    /// True while one of its actions is being processed; below, true if the task has finished
    /// meanwhile.
    private final var isBeingProcessed = false
    private final var hasFinishedMeanwhile = false
    /// The link that its actions share, once it has sent some; nil once the operation has returned.
    private final var link: TaskLink?
    /// Cancels what was started.
    private final var stop: (@Sendable () -> Void)?
    private final var whenEnded: [@Sendable () -> Void] = []

    /// Functions to call, as a struct, since functions as such would be wrapped on their way out of
    /// the lock.
    private struct Calls {
        var stop: (@Sendable () -> Void)?
        var whenEnded: [@Sendable () -> Void] = []
        var link: TaskLink?

        /// The link, if an action has it as well.
        mutating func takeLink() -> TaskLink? {
            guard isKnownUniquelyReferenced(&link) else { return link.take() }
            link.take()?.isKept = false
            return nil
        }
    }

    /// Makes a task that does nothing before ``AnyActionHandler/start(_:priority:_:)`` starts it.
    ///
    /// So it can be kept where others find and cancel it, before it has begun.
    ///
    /// - Parameter source: what the task is started from, for those who show what runs: the source
    ///   of the action that it works for, with a step that says what it does.
    public init(from source: consuming ActionSource? = nil) {
        origin = consume source
        number = tasksThatWereMade.withLock { count in
            count += 1
            return count
        }
        lock = taskLocks[number % taskLocks.count]
    }

    /// The source that the task was started from: that of the action that it works for, with the
    /// steps that say what it does; nil if nothing was said.
    ///
    /// A subclass may override it to add its step only where somebody looks; it is to return the
    /// same each time.
    open var source: ActionSource? { origin }

    /// True once ``cancel(from:)`` was called, by whomever: the task may have ended all the same.
    public final var isCancelled: Bool { lock.withLock { _ in wasCancelled } }

    /// True if its actions, sent from now on or waiting, are dropped: ``isCancelled``, unless a
    /// subclass decides.
    ///
    /// It is called when an action is taken out of the queue, on the thread that processes, and
    /// when the operation has returned, so what it reads is behind a lock. Once true it is to stay
    /// so. What a subclass decides beyond that it asks before it sends.
    open var isRevoked: Bool { isCancelled }

    /// True if actions sent after the operation has returned are dropped; false unless a subclass
    /// says so.
    open var endsWithItsOperation: Bool { false }

    /// Called once, when the operation has returned, on the thread on which that happens.
    ///
    /// A subclass that counts what runs, or lets something else begin then, overrides it; this one
    /// does nothing.
    ///
    /// - Parameter isFinished: whether each action that it has sent was reduced, or dropped; if
    ///   not, ``didFinish()`` is called once that is so.
    open func didReturn(isFinished: Bool) {}

    /// Called once, when each action was reduced, or dropped, of which one was left when the
    /// operation returned.
    ///
    /// An action is dropped where it was revoked, or filtered, or where the store has ended. It is
    /// called on the thread on which the last of this happens: after a reduction and its observers,
    /// and before the ``IO`` of that action. So what that action triggers meets a task that is
    /// over; what is to begin in its place begins in ``afterFinish()``.
    open func didFinish() {}

    /// Called once after ``didFinish()``: where that came with a reduction, behind the ``IO`` of
    /// the action, which may decide that nothing is to begin.
    open func afterFinish() {}

    /// The way in which the task has ended; nil as long as it runs.
    ///
    /// In what ``onEnd(_:)`` calls it is there.
    public final var ending: Ending? {
        let (isOver, wasRevoked, number) = lock.withLock { _ in (hasEnded, wasRevokedAtEnd, canceller) }
        guard isOver else { return nil }
        if let outcome { return outcome }
        guard wasRevoked else { return .returned }
        return number < 0 ? .endedWithStore : .cancelled(by: number == 0 ? nil : number)
    }

    /// The number of the action that cancels it, or what it has sent, as far as is known.
    final var cancellingAction: Int? { lock.withLock { _ in canceller > 0 ? canceller : nil } }

    /// The outcome that a subclass knows of: that the operation has failed, which counts also if
    /// the task is cancelled before it has returned; nil, as here, if it returned or was cancelled.
    open var outcome: Ending? { nil }

    /// The number of times that the operation has begun its work; 1 unless a subclass that tries
    /// again says otherwise.
    open var attempts: Int { 1 }

    /// Notes the action that is about to cancel the task, for those who show what runs; the first
    /// one counts.
    ///
    /// For a subclass whose output is revoked before the task itself is cancelled;
    /// ``cancel(from:)`` does it as well.
    public final func noteCancellation(from source: ActionSource) { noteCancellation(by: source.number) }

    /// Notes the number of the action, if it is known.
    public final func noteCancellation(by number: Int?) {
        guard let number else { return }
        lock.withLock { _ in noteCanceller(number) }
    }

    private final func noteCanceller(_ number: Int) {
        if canceller == 0, !wasRevokedAtEnd { canceller = number }
    }

    /// Cancels the task and revokes its output; doing so again, or after its end, does nothing to
    /// the task.
    ///
    /// Nothing that the task has sent is processed any more, unless it is being processed already:
    /// not what waits in the queue, and not what it sends later. The task itself ends when it
    /// notices that it is cancelled. What it does about that at once, in a cancellation handler,
    /// runs on this thread.
    ///
    /// - Parameter source: the source of the action because of which that is done, for those who
    ///   show what runs.
    public final func cancel(from source: ActionSource? = nil) {
        let number = source?.number ?? 0
        let taken = lock.withLock { _ in
            wasCancelled = true
            noteCanceller(number)
            let taken = Calls(stop: stop)
            stop = nil
            return taken
        }
        taken.stop?()
    }

    /// Revokes its output since its store has ended, and leaves it to somebody else to cancel it.
    final func revoke() {
        lock.withLock { _ in
            wasCancelled = true
            noteCanceller(-1)
        }
    }

    /// Calls `body` once, when the operation has returned, on the thread on which that happens; at
    /// once if it has.
    ///
    /// From then on ``ending`` and ``attempts`` say how that was.
    public final func onEnd(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = lock.withLock { _ in
            if !self.hasEnded { whenEnded += [body] }
            return self.hasEnded
        }
        if hasEnded { body() }
    }

    /// Makes a handler for what this task sends, which ``cancel(from:)`` revokes; it passes the
    /// actions on to `handler`.
    ///
    /// A task that sends but once or twice needs none: see
    /// ``AnyActionHandler/dispatch(_:from:as:isLastWord:)``.
    @inlinable public final func output<ActionType>(
        to handler: AnyActionHandler<ActionType>
    ) -> AnyActionHandler<ActionType> {
        handler.replacing { (action: consuming DispatchedAction<ActionType>) in
            handler.dispatch(action.action, from: action.source, as: self)
        }
    }

    /// The source, or that of the task, for an action that is dropped once the task is revoked; nil
    /// if it is.
    ///
    /// - Parameter isLastWord: whether the action is processed all the same.
    @usableFromInline final func revocable(_ source: ActionSource?, isFinal: Bool = false) -> ActionSource? {
        let (known, isDropped) = lock.withLock { _ in
            (link, !isFinal && (wasCancelled || hasEnded && endsWithItsOperation))
        }
        // As long as there is a link, the task has not finished; whether it was revoked is asked again behind the queue.
        guard !isDropped, let link = known ?? firstLink(isFinal) else { return nil }
        if isFinal { return (source ?? link.plainSource).revocable(by: FinalAction(link)) }
        guard let source else { return link.source }
        return link.revocable(source)
    }

    private final func firstLink(_ isFinal: Bool) -> TaskLink? {
        // Not under the lock, since a subclass may use it to find its source.
        let first = TaskLink(of: self, from: source)
        return lock.withLock { _ -> TaskLink? in
            if let link { return link }
            if hasEnded { return endsWithItsOperation && !isFinal ? nil : first }
            first.isKept = true
            link = first
            return first
        }
    }

    /// An action of it is being processed.
    @usableFromInline final func beginProcessing() { lock.withLock { _ in isBeingProcessed = true } }

    /// The action has been processed.
    @usableFromInline final func endProcessing() {
        let hasFinished = lock.withLock { _ in
            isBeingProcessed = false
            defer { hasFinishedMeanwhile = false }
            return hasFinishedMeanwhile
        }
        if hasFinished { afterFinish() }
    }

    /// Nothing of it waits any more.
    final func finish() {
        didFinish()
        let isLater = lock.withLock { _ in
            hasFinishedMeanwhile = isBeingProcessed
            return isBeingProcessed
        }
        if !isLater { afterFinish() }
    }

    /// Makes it a task of the store, which cancels it if it is gone.
    ///
    /// - Parameter elsewhere: calls what it gets on another thread than this.
    @usableFromInline final func register(
        with connection: (any StoreConnection)?,
        executor: @escaping CancellationExecutor
    ) {
        if let connection, !connection.register(self, executor) { revoke() }
    }

    /// Takes the task that was started, which may have ended meanwhile; whether it is to be
    /// cancelled, since it was before.
    @usableFromInline final func started(cancel: @escaping @Sendable () -> Void) -> Bool {
        let (wasStarted, isCancelled) = lock.withLock { _ in
            defer { isStarted = true }
            if !hasEnded { stop = cancel }
            return (isStarted, wasCancelled && !hasEnded)
        }
        precondition(!wasStarted, "StoreTask \(number) was started twice. Create a new task for each start.")
        return isCancelled
    }

    /// Says that the operation has returned, and lets go of what only a running task needs.
    @usableFromInline final func end(in connection: (any StoreConnection)?) {
        let isRevoked = isRevoked
        var taken = lock.withLock { _ in
            hasEnded = true
            wasRevokedAtEnd = isRevoked
            let taken = Calls(stop: stop, whenEnded: whenEnded, link: link)
            stop = nil
            whenEnded = []
            link = nil
            return taken
        }
        for body in taken.whenEnded { body() }
        if let link = taken.takeLink() {
            didReturn(isFinished: false)
            // The release of the last reference to the link finishes the task.
            extendLifetime(link)
        } else {
            didReturn(isFinished: true)
        }
        connection?.unregister(self)
    }
}

extension ActionSource {
    /// The source of tasks that cancel others at the end of their store, for those who show what
    /// runs.
    @usableFromInline static var endOfStore: ActionSource { .here().derived(by: EndOfStore()) }
}

private struct EndOfStore: ActionDerivation {
    var step: ActionSource.Step { .here(kind: "end", text: "The end of the store") }
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}

/// Calls what it gets on no thread of a store's.
@usableFromInline typealias CancellationExecutor = @Sendable (@escaping @Sendable () -> Void) -> Void

private let tasksThatWereMade = Lock(0)

/// Each task uses one of these, since a lock of its own would cost more than all else of it.
private let taskLocks = (0..<16).map { _ in Lock(()) }
