// SPDX-License-Identifier: MIT

/// A task that belongs to a store: it is cancelled when the store ends, and ``Store/settled()`` waits for it.
///
/// It is unchecked Sendable because of its phase. That is safe because the phase is private, and only used by who has the
/// lock, which is the same one as long as the task lives.
public final class StoreTask: @unchecked Sendable {
    /// The number of this task, which no other one of the process has; see ``AnyActionHandler/task(of:)``.
    public let number: Int
    /// What the task was started from: the source of the action that it works for, with the steps that say
    /// what it does; nil if nothing was said.
    public let source: ActionSource?

    private let lock: Lock<Void>
    /// A variable only since that is how to find out who else has it.
    private var revocation: TaskRevocation
    private var phase = TaskPhase()

    /// Makes a task that does nothing before ``AnyActionHandler/start(_:_:)`` starts it.
    ///
    /// So it can be kept where others find and cancel it, before it has begun.
    ///
    /// - Parameter source: what the task is started from, for those who show what runs: the source of the action that
    ///   it works for, with a step that says what it does.
    public init(from source: ActionSource? = nil) {
        self.source = source
        number = tasksThatWereMade.withLock { count in
            count += 1
            return count
        }
        revocation = TaskRevocation(ofTask: number, from: source)
        lock = revocation.lock
    }

    /// Whether ``cancel()`` was called, by whomever: the task may have ended all the same.
    public var isCancelled: Bool { withPhase { _, revocation in revocation.wasMade } }

    /// Whether something that the task has sent through its output waits, so that ``cancel()`` can still revoke it.
    ///
    /// That may be so when the task has ended. It is no longer so once the last action is being processed.
    public var hasWaitingActions: Bool { withPhase { _, revocation in !isKnownUniquelyReferenced(&revocation) } }

    /// Cancels the task and revokes its output; doing so again, or after its end, does nothing to the task.
    ///
    /// Nothing that the task has sent is processed any more, unless it is being processed already:
    /// not what waits in the queue, and not what it sends later. The task itself ends when it notices
    /// that it is cancelled.
    public func cancel() {
        let cancelTask = withPhase { phase, revocation in
            revocation.wasMade = true
            return phase.cancelTask.take()
        }
        cancelTask?()
    }

    /// Calls `body` once, when the operation has returned, on the thread on which that happens; at once if it has.
    public func onEnd(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = withPhase { phase, _ in
            if !phase.hasEnded { phase.whenEnded.append(body) }
            return phase.hasEnded
        }
        if hasEnded { body() }
    }

    /// The handler, for what this task sends.
    @inlinable func output<ActionType>(to handler: AnyActionHandler<ActionType>) -> AnyActionHandler<ActionType> {
        handler.replacing { (action: consuming DispatchedAction<ActionType>) in
            guard let source = self.revocable(action.source) else { return }
            handler.dispatch(DispatchedAction(action.action, dispatcher: source))
        }
    }

    /// The source, for an action that is dropped once the task is cancelled; nil if it is.
    @usableFromInline func revocable(_ source: ActionSource) -> ActionSource? {
        withPhase { _, revocation in revocation.wasMade ? nil : revocation }?.revocable(source)
    }

    /// Makes it a task of the store, which cancels it if it is gone.
    @usableFromInline func register(with connection: StoreConnection?) {
        let wasStarted = withPhase { phase, _ in
            defer { (phase.isStarted, phase.connection) = (true, connection) }
            return phase.isStarted
        }
        precondition(!wasStarted, "A StoreTask was started twice. Make one for each start.")
        if let connection, !connection.register(self) { cancel() }
    }

    /// Takes the task that was started, which may have been cancelled or have ended meanwhile.
    @usableFromInline func started(cancel: @escaping @Sendable () -> Void) {
        let isCancelled = withPhase { phase, revocation in
            if !revocation.wasMade, !phase.hasEnded { phase.cancelTask = cancel }
            return revocation.wasMade
        }
        if isCancelled { cancel() }
    }

    @usableFromInline func end() {
        let ended = withPhase { phase, _ in
            defer { phase = TaskPhase(isStarted: true, hasEnded: true) }
            return phase
        }
        for body in ended.whenEnded { body() }
        ended.connection?.unregister(self)
    }

    private func withPhase<Result>(_ body: (inout TaskPhase, inout TaskRevocation) -> Result) -> Result {
        lock.withLock { _ in body(&phase, &revocation) }
    }
}

/// How far a task is.
private struct TaskPhase {
    var isStarted = false
    var hasEnded = false
    var cancelTask: (@Sendable () -> Void)?
    /// The store that waits for the task.
    var connection: StoreConnection?
    var whenEnded: [@Sendable () -> Void] = []
}

private let tasksThatWereMade = Lock(0)

extension AnyActionHandler {
    /// Starts a task that belongs to the store behind this handler.
    ///
    /// The operation runs on no thread of the store's, and gets an output that is revoked when the
    /// task is cancelled: by ``StoreTask/cancel()``, or by the end of the store, before dropping the
    /// store returns. ``Store/settled()`` waits for it, so what listens for as long as the store lives is
    /// better a task of its own that ``onEnd(_:)`` cancels. If the store is gone already, the task is cancelled
    /// from the beginning. Without a store behind this handler it is a task like any other.
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
        start(task, operation)
        return task
    }

    /// Starts a task that was made before, which is all that is different from ``startTask(from:_:)``.
    ///
    /// ```swift
    /// let task = StoreTask(from: source)
    /// running.append(task)
    /// output.start(task) { output in … }
    /// ```
    ///
    /// One that was cancelled before runs as well: its `Task.isCancelled` is true from the beginning, and what it sends is
    /// dropped.
    ///
    /// - Precondition: The task was not started before.
    @_alwaysEmitIntoClient @inline(__always)
    public func start(
        _ task: StoreTask,
        _ operation: @escaping @Sendable (_ output: AnyActionHandler<ActionType>) async -> Void
    ) {
        let output = task.output(to: self)
        task.register(with: connection)
        // Written in both places, so that neither is wrapped, which would need memory for as long as the task runs.
        let running =
            if let startTask = environment.ownStartTask {
                startTask(task.source) {
                    await operation(output)
                    task.end()
                }
            } else {
                Task {
                    await operation(output)
                    task.end()
                }
            }
        task.started { running.cancel() }
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
