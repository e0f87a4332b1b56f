// SPDX-License-Identifier: MIT

import Observation
import RexCore
import RexNavigation

/// Calls a function of a view once for each value of a `Signals`, in order, while the view is there.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor final class SignalAdapter<Value> {
    /// Called with each value.
    var perform: (@MainActor (Value) -> Void)?
    /// Returns false if the view was released, maybe in the middle of a delivery, which keeps the
    /// adapter alive.
    var isWanted: @MainActor () -> Bool = { true }
    private let clock: PresentationClock
    private var source: SignalSource<Value>?
    /// Counts the calls of `start` and `stop`, so that a callback of an earlier source does nothing.
    private var epoch = 0
    private var isDelivering = false

    init(clock: PresentationClock = .live) {
        self.clock = clock
    }

    /// The source, unless the adapter was stopped.
    var identity: SignalSource<Value>.Identity? { source?.identity }

    /// Delivers the values that wait and those to come.
    ///
    /// Another adapter of the same `Signals` gets no more values, until this one is stopped or
    /// released.
    func start(_ new: SignalSource<Value>) {
        stop()
        source = new
        #if DEBUG
        let place = new.place()
        for case let other as SignalAdapter in startedAdapters[place]?.objects ?? [] { reportLater(other) }
        if startedAdapters.count >= placeLimit {
            startedAdapters = startedAdapters.filter { !$0.value.isEmpty }
            placeLimit = max(16, 2 * startedAdapters.count)
        }
        _ = startedAdapters[place, default: WeakList()].first {
            $0 === self
        } orAdd: {
            self
        }
        #endif
        new.consumer.latest = self
        track()
    }

    func stop() {
        epoch += 1
        if source?.consumer.latest === self { source?.consumer.latest = nil }
        source = nil
    }

    private func track() {
        guard let source else { return }
        let epoch = epoch
        _ = withObservationTracking {
            (source.isShowingPastState(), source.signals())
        } onChange: { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.epoch == epoch else { return }
                self.track()
            }
        }
        deliver()
    }

    /// Delivers all values, then sends one acknowledgement, until there are no more.
    ///
    /// A call during a call of the view does nothing: the outer call delivers what has come.
    private func deliver() {
        guard !isDelivering else { return }
        isDelivering = true
        defer { isDelivering = false }
        while let source {
            let epoch = epoch
            while epoch == self.epoch, let value = next(of: source) { perform?(value) }
            guard acknowledge(source) else { return }
        }
    }

    private func next(of source: SignalSource<Value>) -> Value? {
        let consumer = source.consumer
        guard isWanted(), consumer.latest ?? self === self, !source.isShowingPastState(), source.isPresent() else {
            return nil
        }
        consumer.latest = self
        return consumer.coordinator.next(in: source.signals())?.value
    }

    /// Acknowledges the delivered values, also if the view was stopped by one of them.
    ///
    /// If one of them has shown a past state, they are acknowledged after it.
    ///
    /// - Returns: Whether there were any.
    private func acknowledge(_ source: SignalSource<Value>) -> Bool {
        guard !source.isShowingPastState() else {
            source.keepConsumer()
            return false
        }
        guard let id = source.consumer.coordinator.takeAcknowledgement() else { return false }
        if source.isPresent() { source.acknowledge(id) }
        return true
    }

    #if DEBUG
    /// Reports a second adapter that is still there after a second.
    ///
    /// When one view replaces another, both are there for a moment.
    private func reportLater(_ other: SignalAdapter) {
        clock.afterLimit { [weak self, weak other] in
            guard let self, let other, self !== other, let source, let otherSource = other.source,
                source.place() == otherSource.place(), !source.consumer.hasReported,
                !source.isShowingPastState(), !otherSource.isShowingPastState()
            else { return }
            (source.consumer.hasReported, otherSource.consumer.hasReported) = (true, true)
            let effect =
                source.consumer === otherSource.consumer
                ? "Each value reaches only one of them."
                : "Each value reaches both, since each has its own model of the store."
            report(
                """
                Two views get the values of the same \(Signals<Value>.self): those at \(otherSource.location) and at \
                \(source.location). \(effect) Give each view a Signals of its own.
                """
            )
        }
    }
    #endif
}

#if DEBUG
/// The adapters that were started, by the places of their `Signals`, of all models of all stores.
@MainActor private var startedAdapters: [[AnyHashable]: WeakList] = [:]
/// The number of places at which those without an adapter are removed.
@MainActor private var placeLimit = 16
#endif
