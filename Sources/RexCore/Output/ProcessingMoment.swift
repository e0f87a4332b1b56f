// SPDX-License-Identifier: MIT

/// A phase in the processing of an action, to measure how long each one takes; see
/// ``AnyActionHandler/observeProcessing(_:)``.
public enum ProcessingMoment: Sendable {
    /// The middlewares are about to handle the action. `cause` is the ``ActionSource/number`` of
    /// the action that caused it, `task` the ``StoreTask/number`` of the task that sent it. They
    /// are nil if no action caused it, and if no task sent it.
    case handling(cause: Int?, task: Int?)
    /// All middlewares have handled the action. The reducer is about to run.
    case reducing
    /// The reducer has run. The observers are about to be notified. Skipped without observers.
    case notifying
    /// The `IO` of the middlewares is about to run. Skipped if it is empty.
    case running
    /// The action is completely processed.
    case done
}

/// The observers of a store's processing.
///
/// The object is immutable, so its closures are called without being retained.
@usableFromInline final class ProcessingObservers {
    /// Called at each phase.
    @usableFromInline let notify: (ProcessingMoment) -> Void
    /// Whether there is an observer of the phases.
    @usableFromInline let hasPhaseObserver: Bool
    /// Called after each reduction, in the order of registration.
    @usableFromInline let reductionObservers: Members<ReductionObserver>

    init(notify: ((ProcessingMoment) -> Void)?, reductionObservers: [ReductionObserver] = []) {
        self.notify = notify ?? { _ in }
        hasPhaseObserver = notify != nil
        self.reductionObservers = Members(reductionObservers)
    }

    /// Calls the observers of reductions.
    ///
    /// - Parameters:
    ///   - source: The source of the reduced action.
    ///   - isPure: Whether the `IO` of the action does nothing.
    @inlinable func notifyOfRunning(from source: ActionSource, isPure: Bool) {
        if hasPhaseObserver, !isPure || reductionObservers.count > 0 { notify(.running) }
        let source: ActionSource? = source
        reductionObservers.forEach { $0.call(source) }
    }
}

@available(*, unavailable)
extension ProcessingObservers: Sendable {}

/// An observer of reductions; see ``AnyActionHandler/onReduction(_:)``.
@usableFromInline final class ReductionObserver: Sendable {
    @usableFromInline let call: @Sendable (ActionSource?) -> Void

    init(_ call: @escaping @Sendable (ActionSource?) -> Void) { self.call = call }
}

extension AnyActionHandler {
    /// Calls `observer` at each phase of each action that this handler's store processes.
    ///
    /// Call it in ``MiddlewareProtocol/receiveContext(getState:output:)``. The observer is called
    /// where the store processes, in the order of the cases, from
    /// ``ProcessingMoment/handling(cause:task:)`` to ``ProcessingMoment/done`` for one action. The
    /// phases don't contain the action; the middleware gets it in `handle`. The observer may do all
    /// that a middleware may do. Without a store it is never called. Stores without such observers
    /// pay nothing.
    ///
    /// - Precondition: The store is still being created.
    public func observeProcessing(_ observer: @escaping (ProcessingMoment) -> Void) {
        guard let connection else { return }
        precondition(
            connection.observeProcessing(observer),
            "observeProcessing was called after the store had been created. Call it in receiveContext."
        )
    }
}
