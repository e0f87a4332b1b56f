// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Requests a value when a loop wants one, and wakes the loop when it is there.
final class AsyncSubscriber<Input, Failure: Error>: Subscriber, Cancellable, Sendable {
    private typealias Answer = Result<Input?, Failure>

    /// A loop that waits for a value.
    private struct Waiter: Sendable {
        let answer: Lock<Answer?>
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State: ~Copyable {
        var subscription: (any Subscription)?
        var values = Queue<Input>()
        var completion: Subscribers.Completion<Failure>?
        /// Values that were requested before there was a subscription.
        var demand = Subscribers.Demand.none
        var waiters = Queue<Waiter>()

        mutating func answer() -> Answer? {
            if let value = values.popFirst() { return .success(value) }
            switch completion {
            case nil: return nil
            case .finished: return .success(nil)
            case .failure(let error):
                completion = .finished
                return .failure(error)
            }
        }
    }

    private let state = Lock(State())

    /// The next value, nil at the end, or the failure, once; who waits first gets the first value.
    func next() async -> Result<Input?, Failure> {
        let answer = Lock<Answer?>(nil)
        await withTaskCancellationHandler {
            request()
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    let found = state.answer()
                    if found == nil { state.waiters.append(Waiter(answer: answer, continuation: continuation)) }
                    answer.withLock { $0 = found }
                    return found != nil
                }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
        return answer.withLock { $0.take() } ?? .success(nil)
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

    func cancel() {
        let subscription = state.withLock { $0.subscription }
        subscription?.cancel()
        wake { state in
            state.completion = .finished
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

    /// Answers those who wait with what a change brought.
    private func wake(_ change: (inout State) -> Void) {
        var woken: [Waiter] = []
        state.withLock { state in
            change(&state)
            while !state.waiters.isEmpty, let answer = state.answer() {
                let waiter = state.waiters.removeFirst()
                waiter.answer.withLock { $0 = answer }
                woken.append(waiter)
            }
        }
        for waiter in woken { waiter.continuation.resume() }
    }
}
#endif
