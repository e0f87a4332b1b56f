// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Delivers to one subscriber: one event at a time in their order, as much as was requested, and nothing after the end.
///
/// Any thread may send; what is sent while another event is being delivered, by the subscriber itself for example, is
/// delivered by the thread that delivers. So nothing recurses, and no lock is held while the subscriber runs.
final class Outlet<Output, Failure: Error>: Subscription {
    /// What a source is notified of, or does in its own way; all of it is let go at the end.
    struct Source {
        /// Called with each demand.
        var onRequest: ((Subscribers.Demand) -> Void)?
        /// Called at the cancellation.
        var onCancel: (() -> Void)?
        /// Sends the next value or the end, when nothing waits.
        var refill: ((Outlet) -> Void)?
        /// Delivers elsewhere, by calling what it gets there.
        var execute: ((@escaping () -> Void) -> Void)?
    }

    private struct State: ~Copyable {
        var delivery: Delivery<Output, Failure>
        var downstream: (any Subscriber<Output, Failure>)?
        var source: Source?
    }

    private let state: Lock<State>

    init(
        _ downstream: any Subscriber<Output, Failure>,
        surplus: Delivery<Output, Failure>.Surplus = .wait
    ) {
        state = Lock(State(delivery: Delivery(surplus: surplus), downstream: downstream))
    }

    /// How many values the subscriber has requested beyond those that wait.
    var outstanding: Subscribers.Demand { state.withLock { $0.delivery.outstanding } }

    /// Sends the subscriber its subscription, then what it has requested meanwhile.
    func open(_ source: Source = Source()) {
        let downstream = state.withLock { state in
            state.source = source
            if source.refill != nil { state.delivery.canRefill = true }
            return state.downstream
        }
        downstream?.receive(subscription: self)
        state.withLock { $0.delivery.unclaim() }
        deliver()
    }

    func send(_ value: Output, then: (() -> Void)? = nil) {
        add(value, then: then)
        deliver()
    }

    func send(completion: Subscribers.Completion<Failure>) {
        add(completion)
        deliver()
    }

    /// The same as sending, but ``deliver()`` has to be called; for a source that sends while it holds a lock.
    ///
    /// - Returns: the value that is lost, if one is, to be released outside of that lock.
    @discardableResult
    func add(_ value: Output, then: (() -> Void)? = nil) -> Output? {
        state.withLock { $0.delivery.add(value, then: then) }
    }

    /// The same as ``add(_:then:)``, for the end.
    @discardableResult
    func add(_ completion: Subscribers.Completion<Failure>) -> Output? {
        state.withLock { $0.delivery.add(completion) }
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let onRequest = state.withLock { state in
            state.delivery.add(demand)
            return state.source?.onRequest
        }
        onRequest?(demand)
        deliver()
    }

    func cancel() {
        guard let remains = end(if: { $0.cancel() }) else { return }
        remains.source?.onCancel?()
    }

    /// Delivers what can be delivered, unless a thread does already.
    func deliver() {
        guard state.withLock({ $0.delivery.claim() }) else { return }
        if let execute = state.withLock({ $0.source?.execute }) { execute(run) } else { run() }
    }

    private func run() {
        while true {
            switch state.withLock({ $0.delivery.next() }) {
            case .value(let value, let then):
                let downstream = state.withLock { $0.downstream }
                if let more = downstream?.receive(value) { request(more) }
                then?()
            case .completion(let completion):
                end { _ in true }?.downstream?.receive(completion: completion)
                return
            case .refill:
                state.withLock { $0.source?.refill }?(self)
            case .nothing:
                return
            }
        }
    }

    /// Ends it if the delivery says so; returns what it held, to be released outside of the lock.
    @discardableResult
    private func end(if isEnding: (inout Delivery<Output, Failure>) -> Bool) -> State? {
        state.withLock { state in
            guard isEnding(&state.delivery) else { return nil }
            var remains = State(delivery: Delivery(surplus: .drop))
            _ = remains.delivery.cancel()
            swap(&state, &remains)
            return remains
        }
    }
}
#endif
