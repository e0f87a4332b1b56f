// SPDX-License-Identifier: MIT

/// A task that belongs to a store: it is cancelled when the store ends, and ``Store/settled()`` waits for it.
public final class StoreTask: Sendable {
    /// The number of this task, which no other one of the process has; see ``AnyActionHandler/task(of:)``.
    public let number: Int
    /// What the task was started from: the source of the action that it works for, with the steps that say
    /// what it does; nil if nothing was said.
    public let source: ActionSource?

    private let phase = Lock(TaskPhase())

    /// Makes a task that is not yet one of a store, and does nothing.
    @usableFromInline package init(from source: ActionSource?) {
        self.source = source
        number = tasksThatWereMade.withLock { count in
            count += 1
            return count
        }
    }

    /// Whether ``cancel()`` was called, by whomever: the task may have ended all the same.
    public var isCancelled: Bool { phase.withLock { $0.isCancelled } }

    /// Cancels the task and revokes its output; doing so again, or after its end, does nothing.
    ///
    /// Nothing that the task has sent is processed any more, unless it is being processed already:
    /// not what waits in the queue, and not what it sends later. The task itself ends when it notices
    /// that it is cancelled.
    public func cancel() {
        let cancelTask = phase.withLock { phase in
            phase.isCancelled = true
            return phase.cancelTask.take()
        }
        cancelTask?()
    }

    /// Calls `body` once, when the operation has returned, on the thread on which that happens; at once if it has.
    public func onEnd(_ body: @escaping @Sendable () -> Void) {
        let hasEnded = phase.withLock { phase in
            if !phase.hasEnded { phase.whenEnded.append(body) }
            return phase.hasEnded
        }
        if hasEnded { body() }
    }

    /// The handler, for what this task sends.
    @usableFromInline func output<ActionType>(
        to handler: AnyActionHandler<ActionType>
    ) -> AnyActionHandler<ActionType> {
        handler.revocable(by: self)
    }

    /// Takes the task that was started, which may have been cancelled or have ended meanwhile.
    @usableFromInline package func started(cancel: @escaping @Sendable () -> Void) {
        let isCancelled = phase.withLock { phase in
            if !phase.isCancelled, !phase.hasEnded { phase.cancelTask = cancel }
            return phase.isCancelled
        }
        if isCancelled { cancel() }
    }

    @usableFromInline func register(with connection: StoreConnection?) {
        guard let connection else { return }
        phase.withLock { $0.connection = connection }
        if !connection.register(self) { cancel() }
    }

    /// Makes it a task of the store behind a handler, if there is one; one that is gone cancels it.
    @usableFromInline package func register(with handler: AnyActionHandler<some Any>) {
        register(with: handler.connection)
    }

    @usableFromInline package func end() {
        let ended = phase.withLock { phase in
            defer { phase = TaskPhase(isCancelled: phase.isCancelled, hasEnded: true) }
            return phase
        }
        for body in ended.whenEnded { body() }
        ended.connection?.unregister(self)
    }
}

/// How far a task is.
struct TaskPhase {
    var isCancelled = false
    var cancelTask: (@Sendable () -> Void)?
    /// The store that waits for the task.
    var connection: StoreConnection?
    var whenEnded: [@Sendable () -> Void] = []
    var hasEnded = false
}

private let tasksThatWereMade = Lock(0)

extension StoreTask: Revoking {
    @usableFromInline var isMade: Bool { isCancelled }
    @usableFromInline var task: Int { number }
}

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
        let storeTask = StoreTask(from: source)
        let output = storeTask.output(to: self)
        storeTask.register(with: connection)
        let task = environment.startTask(from: source) {
            await operation(output)
            storeTask.end()
        }
        storeTask.started { task.cancel() }
        return storeTask
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
