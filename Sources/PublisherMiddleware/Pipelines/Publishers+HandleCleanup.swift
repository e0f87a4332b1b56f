// SPDX-License-Identifier: MIT

internal import class RexCore.Lock
public import PublisherKit

extension Publishers {
    /// Passes everything on as it is, and calls a closure once for each subscription, when that has ended.
    public struct HandleCleanup<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// It fails as its upstream does.
        public typealias Failure = Upstream.Failure

        private let upstream: Upstream
        private let cleanup: () -> Void

        init(upstream: Upstream, cleanup: @escaping () -> Void) {
            self.upstream = upstream
            self.cleanup = cleanup
        }

        /// Passes the demand on as it is.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.subscribe(CleanupRelay(to: subscriber, cleanup: cleanup))
        }
    }
}

@available(*, unavailable)
extension Publishers.HandleCleanup: Sendable {}

extension Publisher {
    /// Calls `cleanup` once for each subscription: after its completion was delivered, or when it
    /// was cancelled.
    ///
    /// It is called on the thread that delivers or cancels. A cancellation that comes while the
    /// completion is delivered changes nothing, and a subscription that never ends never calls it.
    public func handleCleanup(_ cleanup: @escaping () -> Void) -> Publishers.HandleCleanup<Self> {
        Publishers.HandleCleanup(upstream: self, cleanup: cleanup)
    }
}

/// Stands between a publisher and a subscriber, and calls a closure when one of the two has ended it.
private final class CleanupRelay<Downstream: Subscriber>: Subscriber, Subscription {
    private enum State {
        case waiting
        case subscribed(any Subscription)
        case ended
    }

    private let downstream: Downstream
    private let cleanup: () -> Void
    private let state = Lock(State.waiting)

    init(to downstream: Downstream, cleanup: @escaping () -> Void) {
        self.downstream = downstream
        self.cleanup = cleanup
    }

    func receive(subscription: any Subscription) {
        let isFirst = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .subscribed(subscription)
            return true
        }
        if isFirst { downstream.receive(subscription: self) } else { subscription.cancel() }
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if case .subscribed = state.withLock({ $0 }) { downstream.receive(input) } else { .none }
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard end() != nil else { return }
        downstream.receive(completion: completion)
        cleanup()
    }

    func request(_ demand: Subscribers.Demand) {
        if case .subscribed(let upstream) = state.withLock({ $0 }) { upstream.request(demand) }
    }

    func cancel() {
        guard let upstream = end() else { return }
        upstream.cancel()
        cleanup()
    }

    private func end() -> (any Subscription)? {
        state.withLock { state in
            defer { state = .ended }
            return if case .subscribed(let upstream) = state { upstream } else { nil }
        }
    }
}
