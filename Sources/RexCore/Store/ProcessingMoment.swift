// SPDX-License-Identifier: MIT

/// A moment in the processing of an action, for those who measure it; see ``AnyActionHandler/observeProcessing(_:)``.
public enum ProcessingMoment: Sendable {
    /// The middlewares are about to handle the action.
    case handling
    /// Every middleware has handled it; the reducer is about to run.
    case reducing
    /// The reducer has run; the observers are about to be notified. Left out where nobody observes.
    case notifying
    /// The `IO` of the middlewares is about to run. Left out where there is nothing to run.
    case running
    /// All that belongs to this action is done; the next one follows.
    case done
}

/// The numbers of the action that caused another one, and of the task that sent that, or 0.
@usableFromInline package typealias ActionOrigin = (cause: UInt64, task: Int)

/// Those who want to know of each action that a store processes; an object that does not change, whose closures are called
/// without being retained.
@usableFromInline final class ProcessingWatch {
    /// To be called at each moment.
    @usableFromInline let notify: (ProcessingMoment) -> Void
    /// Called after each reduction, in the order in which they registered.
    @usableFromInline let reductionObservers: [@Sendable (ActionSource?) -> Void]
    /// Where the action at hand came from, from its reduction on.
    @usableFromInline let origin: Cell<ActionOrigin>

    init(
        notify: @escaping (ProcessingMoment) -> Void,
        reductionObservers: [@Sendable (ActionSource?) -> Void] = [],
        origin: Cell<ActionOrigin>
    ) {
        self.notify = notify
        self.origin = origin
        self.reductionObservers = reductionObservers
    }

    @usableFromInline func notifyOfReduction(by source: ActionSource) {
        for observer in reductionObservers { observer(source) }
    }
}

@available(*, unavailable)
extension ProcessingWatch: Sendable {}

extension AnyActionHandler {
    /// Calls `observer` at each moment in the processing of each action of the store behind this handler.
    ///
    /// To be called in ``MiddlewareProtocol/receiveContext(getState:output:)``. The calls come where the store
    /// processes, one after the other, in the order of the cases, between ``ProcessingMoment/handling`` and
    /// ``ProcessingMoment/done`` for one action: what it is, the middleware learns in `handle`. The observer may do what
    /// a middleware may. Without a store behind this handler it is never called. A store that nobody
    /// observes so pays nothing.
    ///
    /// - Precondition: The store is being made.
    public func observeProcessing(_ observer: @escaping (ProcessingMoment) -> Void) {
        observeProcessing { _ in observer }
    }

    /// Calls the observer that is made; what it is made of has the origin of the action at hand, from its reduction on, which
    /// spares the lock that ``originOf`` takes.
    @usableFromInline package func observeProcessing(
        making makeObserver: @escaping (Cell<ActionOrigin>) -> (ProcessingMoment) -> Void
    ) {
        guard let connection else { return }
        precondition(
            connection.observeProcessing(makeObserver),
            "The processing of a store was to be observed that is already there: call observeProcessing in receiveContext."
        )
    }
}
