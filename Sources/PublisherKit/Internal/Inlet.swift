// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// The end of a publisher inside an operator that listens to more than one, or requests in its own way.
final class Inlet<Input, Failure: Error>: Subscriber, Subscription {
    private enum State {
        /// The demand so far.
        case waiting(Subscribers.Demand)
        case subscribed(any Subscription)
        case ended
    }

    private let onValue: (Input) -> Void
    private let onCompletion: (Subscribers.Completion<Failure>) -> Void
    private let state: Lock<State>

    /// - Parameter demand: what is requested as soon as there is a subscription.
    init(
        demand: Subscribers.Demand = .none,
        onCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        onValue: @escaping (Input) -> Void
    ) {
        state = Lock(.waiting(demand))
        self.onCompletion = onCompletion
        self.onValue = onValue
    }

    func receive(subscription: any Subscription) {
        let demand: Subscribers.Demand? = state.withLock { state in
            guard case .waiting(let demand) = state else { return nil }
            state = .subscribed(subscription)
            return demand
        }
        guard let demand else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let isSubscribed = state.withLock { state in
            if case .subscribed = state { true } else { false }
        }
        if isSubscribed { onValue(input) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if case .subscribed = end() { onCompletion(completion) }
    }

    /// Requests more, now or as soon as there is a subscription.
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let upstream: (any Subscription)? = state.withLock { state in
            switch state {
            case .waiting(let sum):
                state = .waiting(sum + demand)
                return nil
            case .subscribed(let upstream): return upstream
            case .ended: return nil
            }
        }
        upstream?.request(demand)
    }

    func cancel() {
        if case .subscribed(let upstream) = end() { upstream.cancel() }
    }

    private func end() -> State {
        state.withLock { state in
            defer { state = .ended }
            return state
        }
    }
}
#endif
