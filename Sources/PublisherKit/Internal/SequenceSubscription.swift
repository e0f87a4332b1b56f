// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The pending demand, and a flag that ensures that only one thread delivers.
private struct DemandState {
    var demand = Subscribers.Demand.none
    /// Whether a thread is delivering or about to deliver.
    ///
    /// Initially, this is the thread that sends the subscription.
    var isDraining = true
    var isOver = false
}

/// Delivers the elements of a sequence to one subscriber as they are requested, then the
/// completion.
///
/// The next element is taken as soon as the previous one was delivered, so that the completion
/// directly follows the last element.
final class SequenceSubscription<Element, Failure: Error>: Subscription {
    private let state = Lock(DemandState())
    private let status = SubscriptionStatus(.active)
    private let completion: Subscribers.Completion<Failure>
    // Only used by the thread that is delivering.
    private var loop: ElementLoop?
    private var downstream: (any Subscriber<Element, Failure>)?

    /// Calls its argument with successive elements.
    ///
    /// Returns true if there are no more elements.
    ///
    /// The argument returns true to continue, false to stop after the next element has been taken,
    /// or nil to stop at once because the subscription has ended. If the argument is nil, the
    /// function only checks whether there is a next element.
    typealias ElementLoop = (((Element) -> Bool?)?) -> Bool

    private init(
        _ loop: @escaping ElementLoop,
        to downstream: any Subscriber<Element, Failure>,
        completion: Subscribers.Completion<Failure>
    ) {
        self.loop = loop
        self.downstream = downstream
        self.completion = completion
    }

    /// Sends the subscription, then the requested elements.
    static func begin(
        _ loop: @escaping ElementLoop,
        to downstream: any Subscriber<Element, Failure>,
        then completion: Subscribers.Completion<Failure> = .finished
    ) {
        let subscription = SequenceSubscription(loop, to: downstream, completion: completion)
        downstream.receive(subscription: subscription)
        subscription.drain()
    }

    /// Sends the subscription, then the completion.
    static func begin(
        to downstream: any Subscriber<Element, Failure>,
        then completion: Subscribers.Completion<Failure> = .finished
    ) {
        begin({ _ in true }, to: downstream, then: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let isFree = state.withLock { state in
            state.demand += demand
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if isFree { drain() }
    }

    func cancel() {
        status.set(.over)
        let isFree = state.withLock { state in
            state.isOver = true
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if isFree { releaseAll() }
    }

    /// Delivers the requested elements.
    ///
    /// The caller has set `isDraining`.
    private func drain() {
        if status.isActive, let loop, loop(nil) { return finish() }
        while let demand = nextDemand() {
            if deliver(demand) { return finish() }
        }
    }

    /// Takes the pending demand.
    ///
    /// If there is no demand, stops draining and returns nil.
    private func nextDemand() -> Subscribers.Demand? {
        let (demand, isOver) = state.withLock { state in
            defer {
                state.isDraining = state.isOver || state.demand > .none
                state.demand = .none
            }
            return (state.demand, state.isOver)
        }
        if isOver { releaseAll() }
        return isOver || demand == .none ? nil : demand
    }

    /// Delivers elements within `demand`.
    ///
    /// Returns true if they were the last ones.
    private func deliver(_ demand: Subscribers.Demand) -> Bool {
        guard status.isActive, let downstream, let loop else { return false }
        var remaining = demand
        return loop { [self] element in
            let more = downstream.receive(element)
            if more > .none { remaining += more }
            remaining -= 1
            return status.isActive ? remaining > .none : nil
        }
    }

    private func finish() {
        let downstream = downstream
        if state.withLock({ !$0.isOver }) {
            cancel()
            downstream?.receive(completion: completion)
        }
        releaseAll()
    }

    private func releaseAll() {
        (loop, downstream) = (nil, nil)
    }
}
#endif
