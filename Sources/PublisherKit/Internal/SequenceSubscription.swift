// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The claim to deliver and what was requested, for one thread at a time that walks.
private struct DemandState {
    var demand = Subscribers.Demand.none
    /// Whether a thread delivers, or will; until the subscription is sent, the one that sends it.
    var isDraining = true
    var isOver = false
}

/// Delivers the elements of a sequence to one subscriber, as many as are requested, then the end.
///
/// The next element is taken when the one before it was delivered, so that the last one brings the end.
final class SequenceSubscription<Element, Failure: Error>: Subscription {
    private let state = Lock(DemandState())
    private let status = SubscriptionStatus(.active)
    private let completion: Subscribers.Completion<Failure>
    // Who has the turn uses these.
    private var drive: Drive?
    private var downstream: (any Subscriber<Element, Failure>)?

    /// Calls its argument with one element after the other; true once there are no more.
    ///
    /// What it calls says whether it wants more: if not, the next element is taken, but not if it says nothing, which is
    /// when all is over. Without an argument it only looks whether there is an element.
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

    /// The same without an element.
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

    /// Delivers what is requested; the turn has been taken.
    private func drain() {
        if status.isActive, let drive, drive(nil) { return finish() }
        while let demand = nextDemand() {
            if deliver(demand) { return finish() }
        }
    }

    /// What is to be delivered; nil, and the turn is given back, if that is nothing.
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
