// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The pending demand, and the mark that lets one thread at a time drain.
private struct DemandState {
    var demand = Subscribers.Demand.none
    /// True if a thread delivers, or will; until the subscription is sent, the one that sends it.
    var isDraining = true
    var isOver = false
}

/// Delivers the elements of a sequence to one subscriber, as many as are requested, then the end.
///
/// The next element is taken when the one before it was delivered, so that the last one brings the
/// end.
final class SequenceSubscription<Element, Failure: Error>: Subscription {
    private let state = Lock(DemandState())
    private let status = SubscriptionStatus(.active)
    private let completion: Subscribers.Completion<Failure>
    // Only the draining thread uses these.
    private var drive: Drive?
    private var downstream: (any Subscriber<Element, Failure>)?

    /// Calls its argument with one element after the other; returns true once there are no more.
    ///
    /// The argument returns true for more, false to stop after the next element has been taken, and
    /// nil to stop at once because the subscription is over. Without an argument, the function only
    /// looks for a next element.
    typealias Drive = (((Element) -> Bool?)?) -> Bool

    private init(
        _ drive: @escaping Drive,
        to downstream: any Subscriber<Element, Failure>,
        completion: Subscribers.Completion<Failure>
    ) {
        self.drive = drive
        self.downstream = downstream
        self.completion = completion
    }

    /// Sends the subscription, then what it requests.
    static func begin(
        _ drive: @escaping Drive,
        to downstream: any Subscriber<Element, Failure>,
        then completion: Subscribers.Completion<Failure> = .finished
    ) {
        let subscription = SequenceSubscription(drive, to: downstream, completion: completion)
        downstream.receive(subscription: subscription)
        subscription.drain()
    }

    /// Sends the subscription, then the end.
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
        if isFree { letGo() }
    }

    /// Delivers what is requested; the caller has set `isDraining`.
    private func drain() {
        if status.isActive, let drive, drive(nil) { return finish() }
        while let demand = nextDemand() {
            if deliver(demand) { return finish() }
        }
    }

    /// Takes the pending demand; nil, and draining stops, if there is none.
    private func nextDemand() -> Subscribers.Demand? {
        let (demand, isOver) = state.withLock { state in
            defer {
                state.isDraining = state.isOver || state.demand > .none
                state.demand = .none
            }
            return (state.demand, state.isOver)
        }
        if isOver { letGo() }
        return isOver || demand == .none ? nil : demand
    }

    /// Delivers this many elements; true if they were the last.
    private func deliver(_ demand: Subscribers.Demand) -> Bool {
        guard status.isActive, let downstream, let drive else { return false }
        var left = demand
        return drive { [self] element in
            let more = downstream.receive(element)
            if more > .none { left += more }
            left -= 1
            return status.isActive ? left > .none : nil
        }
    }

    private func finish() {
        let downstream = downstream
        if state.withLock({ !$0.isOver }) {
            cancel()
            downstream?.receive(completion: completion)
        }
        letGo()
    }

    private func letGo() {
        (drive, downstream) = (nil, nil)
    }
}
#endif
