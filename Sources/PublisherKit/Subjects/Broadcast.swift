// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Delivers the same to many subscribers, in the same order to each, whichever threads send.
final class Broadcast<Output, Failure: Error>: Sendable {
    /// What a subscriber gets of what was sent before it came, or before it requested anything.
    enum Retention {
        /// Only the end.
        case none
        /// The newest value until the end, then only the end.
        case newest
        /// The one value and the end.
        case result
    }

    private struct State {
        var audience = Audience<Output, Failure>()
        var value: Output?
        var completion: Subscribers.Completion<Failure>?
        var upstreams: [any Subscription] = []
    }

    private let retention: Retention
    private let state: Lock<State>

    init(_ value: Output? = nil, retention: Retention) {
        self.retention = retention
        state = Lock(State(value: value))
    }

    deinit {
        for upstream in state.withLock({ $0.upstreams }) { upstream.cancel() }
    }

    var value: Output? { state.withLock { $0.value } }

    func add(_ subscriber: any Subscriber<Output, Failure>) {
        let id = state.withLock { $0.audience.newID() }
        let outlet = Outlet(subscriber, surplus: surplus)
        state.withLock { state in
            if let value = state.value { outlet.add(value) }
            if let completion = state.completion { outlet.add(completion) } else { state.audience.add(outlet, id: id) }
        }
        outlet.open(Outlet.Source(onCancel: { [weak self] in _ = self?.remove(id) }))
    }

    /// Sends a value, and if there is no more to come also the end, as one.
    func send(_ value: Output, andThen completion: Subscribers.Completion<Failure>? = nil) {
        var lost: [Output] = []
        let outlets: [Outlet<Output, Failure>] = state.withLock { state in
            guard state.completion == nil else { return [] }
            if retention != .none {
                if let old = state.value { lost.append(old) }
                state.value = value
            }
            let outlets = state.audience.outlets
            for outlet in outlets {
                if let value = outlet.add(value) { lost.append(value) }
            }
            guard let completion else { return outlets }
            for outlet in outlets { outlet.add(completion) }
            state.completion = completion
            return state.audience.removeAll()
        }
        for outlet in outlets { outlet.deliver() }
    }

    func send(completion: Subscribers.Completion<Failure>) {
        var lost: [Output] = []
        let (outlets, upstreams) = state.withLock { state in
            guard state.completion == nil else { return ([], []) as ([Outlet<Output, Failure>], [any Subscription]) }
            state.completion = completion
            let outlets = state.audience.removeAll()
            for outlet in outlets {
                if let value = outlet.add(completion) { lost.append(value) }
            }
            defer { state.upstreams = [] }
            return (outlets, state.upstreams)
        }
        for outlet in outlets { outlet.deliver() }
        for upstream in upstreams { upstream.cancel() }
    }

    func send(subscription: any Subscription) {
        let isOpen = state.withLock { state in
            guard state.completion == nil else { return false }
            state.upstreams.append(subscription)
            return true
        }
        if isOpen { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    private var surplus: Delivery<Output, Failure>.Surplus {
        switch retention {
        case .none: .drop
        case .newest: .keepNewest
        case .result: .wait
        }
    }

    private func remove(_ id: Int) -> Outlet<Output, Failure>? {
        state.withLock { $0.audience.remove(id: id) }
    }
}
#endif
