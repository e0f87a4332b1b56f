// SPDX-License-Identifier: MIT

/// A task that belongs to a store: it is cancelled when the store ends, and ``Store/settled()`` waits for it.
public final class StoreTask: Sendable {
    private struct Phase {
        var isCancelled = false
        var cancelTask: (@Sendable () -> Void)?
        var unregister: (@Sendable () -> Void)?
        var hasEnded = false
    }

    private let phase = Lock(Phase())
    private let revoke: @Sendable () -> Void

    @usableFromInline init(revoke: @escaping @Sendable () -> Void) {
        self.revoke = revoke
    }

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
        revoke()
        cancelTask?()
    }

    /// Takes the task that was started, which may have been cancelled or have ended meanwhile.
    @usableFromInline func started(cancel: @escaping @Sendable () -> Void) {
        let isCancelled = phase.withLock { phase in
            if !phase.isCancelled, !phase.hasEnded { phase.cancelTask = cancel }
            return phase.isCancelled
        }
        if isCancelled { cancel() }
    }

    @usableFromInline func register(with connection: StoreConnection?) {
        guard let connection else { return }
        if let unregister = connection.register(self) {
            phase.withLock { $0.unregister = unregister }
        } else {
            cancel()
        }
    }

    @usableFromInline func end() {
        let (unregister, cancelTask) = phase.withLock { phase in
            phase.hasEnded = true
            return (phase.unregister.take(), phase.cancelTask.take())
        }
        unregister?()
        withExtendedLifetime(cancelTask) {}
    }
}

extension AnyActionHandler {
    /// Starts a task that belongs to the store behind this handler.
    ///
    /// The operation runs on no thread of the store's, and gets an output that is revoked when the
    /// task is cancelled: by ``StoreTask/cancel()``, or by the end of the store, before dropping the
    /// store returns. ``Store/settled()`` waits for it, so what listens for as long as the store lives is
    /// better a task of its own that ``onEnd(_:)`` cancels. If the store is gone already, the task is cancelled from the beginning. Without a
    /// store behind this handler it is a task like any other.
    @_alwaysEmitIntoClient @discardableResult
    public func startTask(
        _ operation: @escaping @Sendable (_ output: AnyActionHandler<ActionType>) async -> Void
    ) -> StoreTask {
        let (output, revoke) = revocable()
        let storeTask = StoreTask(revoke: revoke)
        storeTask.register(with: connection)
        let task = environment.startTask {
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
    /// then, or has sent without its being processed, is dropped; see ``AnyActionHandler/startTask(_:)``.
    @_alwaysEmitIntoClient public static func task(
        _ operation: @escaping @Sendable (_ output: AnyActionHandler<OutputActionType>) async -> Void
    ) -> IO {
        IO { output in output.startTask(operation) }
    }
}
