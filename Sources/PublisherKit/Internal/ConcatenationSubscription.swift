// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Publishes several publishers in sequence to one subscriber.
///
/// The next publisher gets the demand that remains.
///
/// A publisher that completes while it is being subscribed to is followed by the next without
/// recursion.
final class ConcatenationSubscription<Output, Failure: Error>: Subscription {
    private struct State {
        var downstream: (any Subscriber<Output, Failure>)?
        var outstanding = Subscribers.Demand.none
        var current: UpstreamSubscription?
        var isSubscribing = false
        var next: (() -> Void)?
    }

    private let state: Lock<State>

    init(_ downstream: any Subscriber<Output, Failure>) {
        state = Lock(State(downstream: downstream))
        downstream.receive(subscription: self)
    }

    /// Continues with a publisher.
    ///
    /// When it completes, `then` is called, which continues with another or finishes.
    func follow<Upstream: Publisher>(
        _ upstream: Upstream,
        then: @escaping (Subscribers.Completion<Upstream.Failure>) -> Void
    ) where Upstream.Output == Output {
        let inner = UpstreamSubscriber<Output, Upstream.Failure>(onCompletion: then) { [self] value in
            receive(value)
            return .none
        }
        let subscribe = { [self] in
            let demand: Subscribers.Demand? = state.withLock { state in
                guard state.downstream != nil else { return nil }
                state.current = inner.subscription
                return state.outstanding
            }
            guard let demand else { return }
            if demand > .none { inner.subscription.request(demand) }
            upstream.subscribe(inner)
        }
        let isFirst = state.withLock { state in
            state.next = subscribe
            defer { state.isSubscribing = true }
            return !state.isSubscribing
        }
        if isFirst { subscribeToAll() }
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        end().downstream?.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let current = state.withLock { state in
            state.outstanding += demand
            return state.current
        }
        current?.request(demand)
    }

    func cancel() {
        end().current?.cancel()
    }

    private func receive(_ value: Output) {
        let downstream = state.withLock { state in
            state.outstanding -= 1
            return state.downstream
        }
        if let more = downstream?.receive(value), more > .none { request(more) }
    }

    private func subscribeToAll() {
        while let subscribe = state.withLock({ state in
            state.isSubscribing = state.next != nil
            return state.next.take()
        }) {
            subscribe()
        }
    }

    /// Ends it.
    ///
    /// Returns its contents, to be released outside of the lock.
    private func end() -> State {
        state.withLock { state in
            defer {
                state.downstream = nil
                state.current = nil
                state.next = nil
            }
            return state
        }
    }
}
#endif
