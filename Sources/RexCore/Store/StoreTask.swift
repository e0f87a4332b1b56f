// SPDX-License-Identifier: MIT

/// A task that belongs to a store: it is cancelled when the store ends, and ``Store/settled()`` waits for it.
///
/// A subclass keeps what its task works with, so that both are one object; ``AnyActionHandler/start(_:_:)`` passes it to
/// the operation.
///
/// It is unchecked Sendable because of its variables. That is safe because they are private, and only used by who has the
/// lock, which is the same one as long as the task lives; where it is in the list of its store belongs to that list.
open class StoreTask: @unchecked Sendable {
    /// The number of this task, which no other one of the process has; see ``AnyActionHandler/task(of:)``.
    public final let number: Int
    private final let origin: ActionSource?
    /// Where it is among the tasks of its store, for who has the lock of that.
    final var index = 0

    private final let lock: Lock<Void>
    private final var wasCancelled = false
    private final var isStarted = false
    private final var hasEnded = false
    /// What its actions share, once it has sent some.
    private final var revocation: TaskRevocation?
    /// Cancels what was started.
    private final var stop: (@Sendable () -> Void)?
    private final var whenEnded: [@Sendable () -> Void] = []

    /// What is to be called, as a struct, since functions as such would be wrapped on their way out of the lock.
    private struct Calls {
        var stop: (@Sendable () -> Void)?
        var whenEnded: [@Sendable () -> Void] = []
    }

    /// Makes a task that does nothing before ``AnyActionHandler/start(_:_:)`` starts it.
    ///
    /// So it can be kept where others find and cancel it, before it has begun.
    ///
    /// - Parameter source: what the task is started from, for those who show what runs: the source of the action that
    ///   it works for, with a step that says what it does.
    public init(from source: consuming ActionSource? = nil) {
        origin = consume source
        number = tasksThatWereMade.withLock { count in
            count += 1
            return count
        }
        lock = taskLocks[number % taskLocks.count]
    }

    /// What the task was started from: the source of the action that it works for, with the steps that say
    /// what it does; nil if nothing was said.
    ///
    /// A subclass may override it to add its step only where somebody looks; it is to return the same each time.
    open var source: ActionSource? { origin }

    /// Whether ``cancel()`` was called, by whomever: the task may have ended all the same.
    public final var isCancelled: Bool { lock.withLock { _ in wasCancelled } }

    /// Whether something that the task has sent through its output waits, so that ``cancel()`` can still revoke it.
    ///
    /// That may be so when the task has ended. It is no longer so once the last action is being processed.
    public final var hasWaitingActions: Bool {
        lock.withLock { _ in revocation != nil && !isKnownUniquelyReferenced(&revocation) }
    }

    /// Cancels the task and revokes its output; doing so again, or after its end, does nothing to the task.
    ///
    /// Nothing that the task has sent is processed any more, unless it is being processed already:
    /// not what waits in the queue, and not what it sends later. The task itself ends when it notices
    /// that it is cancelled.
    public final func cancel() {
        let taken = lock.withLock { _ in
            wasCancelled = true
            revocation?.wasMade = true
            let taken = Calls(stop: stop)
            stop = nil
            return taken
        }
        taken.stop?()
    }

    /// Calls `body` once, when the operation has returned, on the thread on which that happens; at once if it has.
    public final func onEnd(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = lock.withLock { _ in
            if !self.hasEnded { whenEnded += [body] }
            return self.hasEnded
        }
        if hasEnded { body() }
    }

    /// Makes a handler for what this task sends, which ``cancel()`` revokes; it passes the actions on to `handler`.
    ///
    /// A task that sends but once or twice needs none: see ``AnyActionHandler/dispatch(_:from:as:)``.
    @inlinable public final func output<ActionType>(
        to handler: AnyActionHandler<ActionType>
    ) -> AnyActionHandler<ActionType> {
        handler.replacing { (action: consuming DispatchedAction<ActionType>) in
            handler.dispatch(action.action, from: action.source, as: self)
        }
    }

    /// The source, or that of the task, for an action that is dropped once the task is cancelled; nil if it is.
    @usableFromInline final func revocable(_ source: ActionSource?) -> ActionSource? {
        let (isCancelled, known) = lock.withLock { _ in (wasCancelled, revocation) }
        guard !isCancelled else { return nil }
        let link = known ?? firstRevocation()
        guard let source else { return link.source }
        return link.revocable(source)
    }

    private final func firstRevocation() -> TaskRevocation {
        // Not under the lock, since a subclass may use it to find its source.
        let first = TaskRevocation(ofTask: number, from: source, lock: lock)
        return lock.withLock { _ in
            if let revocation { return revocation }
            first.wasMade = wasCancelled
            revocation = first
            return first
        }
    }

    /// Makes it a task of the store, which cancels it if it is gone.
    @usableFromInline final func register(with connection: StoreConnection?) {
        if let connection, !connection.register(self) { cancel() }
    }

    /// Takes the task that was started, which may have been cancelled or have ended meanwhile.
    @usableFromInline final func started(cancel: @escaping @Sendable () -> Void) {
        let (wasStarted, isCancelled) = lock.withLock { _ in
            defer { isStarted = true }
            if !wasCancelled, !hasEnded { stop = cancel }
            return (isStarted, wasCancelled)
        }
        precondition(!wasStarted, "A StoreTask was started twice. Make one for each start.")
        if isCancelled { cancel() }
    }

    /// Says that the operation has returned, and lets go of what only a running task needs.
    @usableFromInline final func end(in connection: StoreConnection?) {
        let taken = lock.withLock { _ in
            hasEnded = true
            let taken = Calls(stop: stop, whenEnded: whenEnded)
            stop = nil
            whenEnded = []
            return taken
        }
        for body in taken.whenEnded { body() }
        connection?.unregister(self)
    }
}

private let tasksThatWereMade = Lock(0)

/// Each task uses one of these, since a lock of its own would cost more than all else of it.
private let taskLocks = (0..<16).map { _ in Lock(()) }

/// The tasks of a store that still run, in no order.
@usableFromInline struct StoreTasks: Sendable {
    private(set) var all: [StoreTask] = []

    @usableFromInline init() {}

    @usableFromInline var isEmpty: Bool { all.isEmpty }

    @usableFromInline mutating func insert(_ task: StoreTask) {
        task.index = all.count
        all.append(task)
    }

    /// Takes a task out, unless that was done before.
    @usableFromInline mutating func remove(_ task: StoreTask) {
        let index = task.index
        guard index < all.count, all[index] === task else { return }
        let last = all.removeLast()
        if last !== task {
            all[index] = last
            last.index = index
        }
        // A few are room to keep.
        if all.isEmpty, all.capacity > 64 { all = [] }
    }
}

extension AnyActionHandler {
    /// Starts a task that belongs to the store behind this handler.
    ///
    /// The operation runs on no thread of the store's, and gets an output that is revoked when the
    /// task is cancelled: by ``StoreTask/cancel()``, or by the end of the store, before dropping the
    /// store returns. ``Store/settled()`` waits for it, so what listens for as long as the store lives is
    /// better a task of its own that ``onEnd(_:)`` cancels. If the store is gone already, the task is cancelled
    /// at once. Without a store behind this handler it is a task like any other.
    ///
    /// - Parameters:
    ///   - source: what the task is started from, for those who show what runs: the source of the action that
    ///     it works for, with a step that says what it does.
    ///   - operation: what the task does, with the output to send through.
    @_alwaysEmitIntoClient @discardableResult
    public func startTask(
        from source: ActionSource? = nil,
        _ operation: @escaping @Sendable (_ output: AnyActionHandler<ActionType>) async -> Void
    ) -> StoreTask {
        let task = StoreTask(from: source)
        // The output is made in the task, which has more time than the thread that starts it.
        start(task) { task in await operation(task.output(to: self)) }
        return task
    }

    /// Starts a task that was made before, so that others could know it; else as ``startTask(from:_:)`` does.
    ///
    /// ```swift
    /// let task = StoreTask(from: source)
    /// running.append(task)
    /// output.start(task) { task in
    ///     let text = await network.load(url)
    ///     output.dispatch(.loaded(text), as: task)
    /// }
    /// ```
    ///
    /// One that was cancelled before runs as well, and what it sends is dropped: ``StoreTask/isCancelled`` is true from the
    /// beginning, `Task.isCancelled` perhaps a moment later.
    ///
    /// - Parameters:
    ///   - task: the task; it may be of a subclass.
    ///   - operation: what the task does. It gets the task; if it captures nothing else, it needs no memory of its own.
    /// - Precondition: The task was not started before.
    @_alwaysEmitIntoClient @inline(__always)
    public func start<StartedTask: StoreTask>(
        _ task: StartedTask,
        _ operation: @escaping @Sendable (StartedTask) async -> Void
    ) {
        task.register(with: connection)
        // Written in both places, so that neither is wrapped, which would need memory for as long as the task runs.
        let running =
            if let connection, connection.hasOwnTasks, let startTask = connection.environment.ownStartTask {
                startTask(task.source) {
                    await operation(task)
                    task.end(in: connection)
                }
            } else {
                Task { [connection] in
                    await operation(task)
                    task.end(in: connection)
                }
            }
        task.started { running.cancel() }
    }

    /// Dispatches an action that a task sends: it is dropped once the task is cancelled, also while it waits.
    ///
    /// - Parameters:
    ///   - action: the action.
    ///   - source: its source; nil for the one that the task was started from, ``StoreTask/source``. If there is
    ///     none either, the action has a source without a place.
    ///   - task: the task that sends it.
    /// - Complexity: One allocation for the first action of the task, and for each whose source is another than that which
    ///   the task was started from.
    @inlinable public func dispatch(_ action: ActionType, from source: ActionSource? = nil, as task: StoreTask) {
        if let source = task.revocable(source) { dispatch(DispatchedAction(action, dispatcher: source)) }
    }
}

extension IO {
    /// Makes an `IO` that starts a task of the store.
    ///
    /// ```swift
    /// return .task { output in
    ///     let text = await network.load(url)
    ///     output.dispatch(.loaded(text), from: source)
    /// }
    /// ```
    ///
    /// The task begins when the `IO` runs. At the end of the store it is cancelled, and what it sends
    /// then, or has sent without its being processed, is dropped; see ``AnyActionHandler/startTask(from:_:)``.
    @_alwaysEmitIntoClient public static func task(
        from source: ActionSource? = nil,
        _ operation: @escaping @Sendable (_ output: AnyActionHandler<OutputActionType>) async -> Void
    ) -> IO {
        IO { output in output.startTask(from: source, operation) }
    }
}
