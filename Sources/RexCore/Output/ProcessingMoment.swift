// SPDX-License-Identifier: MIT

/// A moment in the processing of an action, for those who measure it; see
/// ``AnyActionHandler/observeProcessing(_:)``.
public enum ProcessingMoment: Sendable {
    /// The middlewares are about to handle the action: with the ``ActionSource/number`` of the
    /// action that caused it, and the ``StoreTask/number`` of the task that sent it; nil if none
    /// did.
    case handling(cause: Int?, task: Int?)
    /// Every middleware has handled it; the reducer is about to run.
    case reducing
    /// The reducer has run; the observers are about to be notified. Left out where nobody observes.
    case notifying
    /// The `IO` of the middlewares is about to run. Left out where there is nothing to run.
    case running
    /// All that belongs to this action is done; the next one follows.
    case done
}

/// The observers of each action that a store processes: an object that does not change, whose
/// closures are called without being retained.
@usableFromInline final class ProcessingObservers {
    /// To be called at each moment.
    @usableFromInline let notify: (ProcessingMoment) -> Void
    /// False if nobody wants to be notified of moments.
    @usableFromInline let hasPhaseObserver: Bool
    /// Called after each reduction, in the order in which they registered.
    @usableFromInline let reductionObservers: [@Sendable (ActionSource?) -> Void]

    init(
        notify: ((ProcessingMoment) -> Void)?,
        reductionObservers: [@Sendable (ActionSource?) -> Void] = []
    ) {
        self.notify = notify ?? { _ in }
        hasPhaseObserver = notify != nil
        self.reductionObservers = reductionObservers
    }
}

@available(*, unavailable)
extension ProcessingObservers: Sendable {}

extension AnyActionHandler {
    /// Calls `observer` at each moment in the processing of each action of the store behind this
    /// handler.
    ///
    /// To be called in ``MiddlewareProtocol/receiveContext(getState:output:)``. The calls come
    /// where the store processes, one after the other, in the order of the cases, between
    /// ``ProcessingMoment/handling(cause:task:)`` and ``ProcessingMoment/done`` for one action:
    /// what it is, the middleware learns in `handle`. The observer may do what a middleware may.
    /// Without a store behind this handler it is never called. A store that nobody observes so pays
    /// nothing.
    ///
    /// - Precondition: The store is being made.
    public func observeProcessing(_ observer: @escaping (ProcessingMoment) -> Void) {
        guard let connection else { return }
        precondition(
            connection.observeProcessing(observer),
            "observeProcessing was called after the store had been created. Call it in receiveContext."
        )
    }
}
