// SPDX-License-Identifier: MIT

/// A stand-in for a store, which finds out whether a middleware uses its context.
@usableFromInline final class ContextProbe: StoreConnection {
    @usableFromInline let environment = StoreEnvironment.live
    @usableFromInline let registrations = StoreRegistrations()
    @usableFromInline let isStore = false
    @usableFromInline let hasOwnTasks = false
    @usableFromInline let taskPriority: TaskPriority? = nil
    private let listeners = Lock(1)

    /// Passes a context without a store to the middleware.
    ///
    /// Returns whether the middleware or one of its members implements `receiveContext`.
    static func findsListener(in middleware: some MiddlewareProtocol) -> Bool {
        let probe = ContextProbe()
        let name = "\(type(of: middleware))"
        middleware.receiveContext(
            getState: {
                fatalError(
                    """
                    \(name) read the state in receiveContext, but it was lifted to a collection or to a part of the state.
                    A context has no element. Read the state in `handle`, or lift the middleware to the whole state.
                    """
                )
            },
            output: AnyActionHandler({ _ in }, connection: probe)
        )
        return probe.listeners.withLock { $0 > 0 }
    }

    @usableFromInline func noteListeners(_ count: Int) { listeners.withLock { $0 += count } }

    // Without a store, the other requirements do nothing.
    @usableFromInline func origin(of number: UInt64) -> (cause: UInt64, task: Int) { (0, 0) }
    @usableFromInline func whenIdle(_ body: @escaping @Sendable () -> Void) {}
    @usableFromInline func whenEnded(_ body: @escaping @Sendable () -> Void) {}
    @usableFromInline func register(_ task: StoreTask, cancelledBy executor: () -> CancellationExecutor) -> Bool { false }
    @usableFromInline func unregister(_ task: StoreTask) {}
    @usableFromInline func observeTasks(_ observer: @escaping @Sendable (StoreTask) -> Void) {}
    @usableFromInline func observeReductions(_ observer: @escaping @Sendable (ActionSource?) -> Void) {}
    @usableFromInline func observeProcessing(_ observer: @escaping (ProcessingMoment) -> Void) -> Bool { true }
    @usableFromInline func beginNotices() -> Bool { true }
}

extension AnyActionHandler {
    /// Called by the default `receiveContext`, which does nothing.
    @usableFromInline func noteThatNothingListens() { connection?.noteListeners(-1) }

    /// Called by a middleware that passes its context to `count` other ones.
    @usableFromInline func noteMembers(_ count: Int) { connection?.noteListeners(count - 1) }
}
