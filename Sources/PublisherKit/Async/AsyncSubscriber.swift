// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Requests a value when a loop wants one, and wakes the loop when it is there.
final class AsyncSubscriber<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
    private struct State: ~Copyable {
        var subscription: (any Subscription)?
        var values = Queue<Input>()
        var completion: Subscribers.Completion<Failure>?
        /// Values that were requested before there was a subscription.
        var demand = Subscribers.Demand.none
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    /// The next value, nil at the end, or the failure, once.
    func next() async -> Result<Input?, Failure> {
        await withTaskCancellationHandler {
            request()
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    guard state.values.isEmpty, state.completion == nil else { return true }
                    state.sleeper = continuation
                    return false
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
        return take()
    }

    func receive(subscription: any Subscription) {
        let demand: Subscribers.Demand? = state.withLock { state in
            guard state.subscription == nil, state.completion == nil else { return nil }
            state.subscription = subscription
            return state.demand
        }
        guard let demand else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        wake { state in
            if state.completion == nil { state.values.append(input) }
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        wake { state in
            state.completion = state.completion ?? completion
            state.subscription = nil
        }
    }

    private func request() {
        let subscription = state.withLock { state in
            if state.subscription == nil { state.demand += 1 }
            return state.subscription
        }
        subscription?.request(.max(1))
    }

    private func take() -> Result<Input?, Failure> {
        state.withLock { state in
            if let value = state.values.popFirst() { return .success(value) }
            guard case .failure(let error) = state.completion else { return .success(nil) }
            state.completion = .finished
            return .failure(error)
        }
    }

    func cancel() {
        let subscription = state.withLock { $0.subscription }
        subscription?.cancel()
        wake { state in
            state.completion = .finished
            state.subscription = nil
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let sleeper = state.withLock { state in
            change(&state)
            return state.sleeper.take()
        }
        sleeper?.resume()
    }
}
#endif
