// SPDX-License-Identifier: MIT

internal import class RexCore.Lock
public import PublisherKit

extension Publishers {
    /// Passes everything on as it is, and calls a closure once for each subscription, when that has
    /// ended.
    public struct HandleCleanup<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        private let upstream: Upstream
        private let cleanup: () -> Void

        init(upstream: Upstream, cleanup: @escaping () -> Void) {
            self.upstream = upstream
            self.cleanup = cleanup
        }

        /// Passes the demand on as it is.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.subscribe(CleanupSubscriber(to: subscriber, cleanup: cleanup))
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

/// The subscription of the subscriber: passes on requests and the cancellation, and calls a closure
/// when it ends.
///
/// It is no generic type and holds no subscriber, so keeping a subscription keeps no more than
/// this.
private final class CleanupSubscription: Subscription {
    private struct State {
        var upstream: (any Subscription)?
        var cleanup: (() -> Void)?
    }

    private let state: Lock<State>

    init(_ cleanup: @escaping () -> Void) {
        state = Lock(State(cleanup: cleanup))
    }

    var isActive: Bool { state.withLock { $0.upstream != nil } }

    /// Takes the first subscription; any other is cancelled.
    func take(_ subscription: any Subscription) -> Bool {
        let isFirst = state.withLock { state in
            guard state.upstream == nil, state.cleanup != nil else { return false }
            state.upstream = subscription
            return true
        }
        if !isFirst { subscription.cancel() }
        return isFirst
    }

    func request(_ demand: Subscribers.Demand) {
        let upstream = state.withLock { $0.upstream }
        upstream?.request(demand)
    }

    func cancel() {
        let ended = end()
        ended.upstream?.cancel()
        ended.cleanup?()
    }

    /// Ends it because the publisher has; what is to be called then, unless it had ended.
    func finish() -> (() -> Void)? { end().cleanup }

    private func end() -> State {
        state.withLock { state in
            defer { if state.upstream != nil { state = State() } }
            return state.upstream == nil ? State() : state
        }
    }
}

/// Stands between a publisher and a subscriber.
private final class CleanupSubscriber<Downstream: Subscriber>: Subscriber {
    private let downstream: Downstream
    private let subscription: CleanupSubscription

    init(to downstream: Downstream, cleanup: @escaping () -> Void) {
        self.downstream = downstream
        subscription = CleanupSubscription(cleanup)
    }

    func receive(subscription received: any Subscription) {
        if subscription.take(received) { downstream.receive(subscription: subscription) }
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        subscription.isActive ? downstream.receive(input) : .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard let cleanup = subscription.finish() else { return }
        downstream.receive(completion: completion)
        cleanup()
    }
}
