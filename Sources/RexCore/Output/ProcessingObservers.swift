// SPDX-License-Identifier: MIT

/// The observers of a store's processing.
///
/// The object is immutable, so its closures are called without being retained.
@usableFromInline final class ProcessingObservers {
    /// Called at each phase.
    @usableFromInline let notify: (StoreEvent) -> Void
    /// Whether there is an observer of the phases.
    @usableFromInline let hasPhaseObserver: Bool
    /// Called after each reduction, in the order of registration.
    @usableFromInline let reductionObservers: Members<ReductionObserver>

    init(notify: ((StoreEvent) -> Void)?, reductionObservers: [ReductionObserver] = []) {
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
        if hasPhaseObserver, !isPure || reductionObservers.count > 0 { notify(.phase(.running)) }
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
