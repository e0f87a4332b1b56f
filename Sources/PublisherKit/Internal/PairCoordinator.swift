// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Pairs the values of two publishers by a rule and delivers the pairs to one subscriber.
///
/// Pairs are delivered in the order in which the rule made them, on any threads.
final class PairCoordinator<Rule: PairRule & ~Copyable, Failure: Error> {
    typealias Pair = (Rule.First, Rule.Second)

    private struct State: ~Copyable {
        var rule: Rule
        var firstHasEnded = false
        var secondHasEnded = false
        var upstreams: [UpstreamSubscription] = []
    }

    private let downstream: DownstreamSubscription<Pair, Failure>
    private let state: Lock<State>

    init(
        _ subscriber: any Subscriber<Pair, Failure>,
        rule: consuming Rule,
        overflow: OverflowPolicy
    ) {
        downstream = DownstreamSubscription(subscriber, overflow: overflow)
        state = Lock(State(rule: rule))
    }

    /// Subscribes to both publishers and forwards the demand to both.
    func open<A: Publisher, B: Publisher>(_ a: A, _ b: B)
    where A.Output == Rule.First, B.Output == Rule.Second, A.Failure == Failure, B.Failure == Failure {
        let first = UpstreamSubscriber<A.Output, Failure> { [self] completion in
            end(completion) { $0.firstHasEnded = true }
        } onValue: { [self] value in
            deliver { $0.add(first: value) }
            return .none
        }
        let second = UpstreamSubscriber<B.Output, Failure> { [self] completion in
            end(completion) { $0.secondHasEnded = true }
        } onValue: { [self] value in
            deliver { $0.add(second: value) }
            return .none
        }
        let subscriptions = [first.subscription, second.subscription]
        state.withLock { $0.upstreams = subscriptions }
        downstream.open(
            DownstreamHandlers(
                onRequest: { [self] demand in
                    for upstream in state.withLock({ $0.upstreams }) { upstream.request(demand) }
                },
                onCancel: cancelUpstreams
            )
        )
        a.subscribe(first)
        b.subscribe(second)
    }

    private func deliver<Value>(_ add: (inout Rule) -> (pair: Pair?, replaced: Value?)) {
        var lost: [Pair] = []
        let (replaced, isOver) = state.withLock { state in
            let (pair, replaced) = add(&state.rule)
            if let pair { downstream.add(pair, losing: &lost) }
            return (replaced, finishIfOver(&state, losing: &lost))
        }
        // Releases the value outside of the lock.
        withExtendedLifetime(replaced) {}
        if isOver { cancelUpstreams() }
        downstream.deliver()
    }

    private func end(
        _ completion: Subscribers.Completion<Failure>,
        markEnded: (inout State) -> Void
    ) {
        var lost: [Pair] = []
        let isOver = state.withLock { state in
            markEnded(&state)
            guard case .failure = completion else { return finishIfOver(&state, losing: &lost) }
            downstream.add(completion, losing: &lost)
            return true
        }
        if isOver { cancelUpstreams() }
        downstream.deliver()
    }

    private func finishIfOver(_ state: inout State, losing lost: inout [Pair]) -> Bool {
        let isOver = state.rule.isOver(
            firstHasEnded: state.firstHasEnded,
            secondHasEnded: state.secondHasEnded
        )
        if isOver { downstream.add(.finished, losing: &lost) }
        return isOver
    }

    private func cancelUpstreams() {
        let upstreams = state.withLock { state in
            defer { state.upstreams = [] }
            return state.upstreams
        }
        for upstream in upstreams { upstream.cancel() }
    }
}
#endif
