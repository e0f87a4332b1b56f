// SPDX-License-Identifier: MIT

internal import class RexCore.Lock
public import PublisherKit

extension Publishers {
    /// A publisher that calls a closure once for each subscription, when that subscription has
    /// ended.
    public struct HandleCleanup<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        private let upstream: Upstream
        private let cleanup: () -> Void

        init(upstream: Upstream, cleanup: @escaping () -> Void) {
            self.upstream = upstream
            self.cleanup = cleanup
        }

        /// Subscribes to the upstream publisher and forwards the demand unchanged.
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
    /// `cleanup` is called on the thread that delivers the completion or cancels. Cancelling while
    /// the completion is delivered has no effect. For a subscription that never ends, `cleanup` is
    /// never called.
    public func handleCleanup(_ cleanup: @escaping () -> Void) -> Publishers.HandleCleanup<Self> {
        Publishers.HandleCleanup(upstream: self, cleanup: cleanup)
    }
}

/// The subscription for the subscriber.
///
/// It forwards demand and cancellation, and calls a closure at the end.
///
/// It isn't generic and holds no subscriber, so keeping the subscription keeps nothing else alive.
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

    /// Stores the first subscription.
    ///
    /// Cancels any other and returns false.
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

    /// Ends the subscription at a completion.
    ///
    /// Returns the closure to call, or nil if it had already ended.
    func finish() -> (() -> Void)? { end().cleanup }

    private func end() -> State {
        state.withLock { state in
            defer { if state.upstream != nil { state = State() } }
            return state.upstream == nil ? State() : state
        }
    }
}

/// The subscriber between the upstream publisher and the subscriber.
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
