// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Requests a value each time that a loop waits for one, and resumes the loop when it arrives.
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
        /// The demand from before the subscription.
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

    /// Returns the next value, nil after completion, or the failure once.
    ///
    /// Waiting loops get values in the order in which they started to wait.
    func next() async -> Result<Input?, Failure> {
        let answer = Lock<Answer?>(nil)
        await withTaskCancellationHandler {
            request()
            await withCheckedContinuation { continuation in
                let isAvailable = state.withLock { state in
                    let found = state.answer()
                    if found == nil { state.waiters.append(Waiter(answer: answer, continuation: continuation)) }
                    answer.withLock { $0 = found }
                    return found != nil
                }
                if isAvailable { continuation.resume() }
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

    /// Applies a change, and resumes the loops that it provides with an answer.
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
