// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// The publisher of an operator that needs no type of its own.
    ///
    /// The names of such operators in Combine, such as ``Count``, are aliases of this type.
    public struct Operation<Upstream: Publisher, Output, Failure: Error>: Publisher {
        /// The upstream publisher.
        public let upstream: Upstream
        private let begin: (Upstream, any Subscriber<Output, Failure>) -> Void

        init(_ upstream: Upstream, _ begin: @escaping (Upstream, any Subscriber<Output, Failure>) -> Void) {
            self.upstream = upstream
            self.begin = begin
        }

        /// Attaches a subscriber.
        ///
        /// The documentation of the operator describes its demand.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            begin(upstream, subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.Operation: Sendable {}

extension Publishers.Operation {
    /// Makes an operator that takes a step for each value, with separate state for each subscriber.
    ///
    /// The operator fails if `step` throws. `fail` converts a failure of the upstream publisher.
    init<State>(
        stepping upstream: Upstream,
        _ initial: State,
        fail: @escaping (Upstream.Failure) -> Failure,
        _ step: @escaping (inout State, Upstream.Output) throws(Failure) -> StepResult<Output>
    ) {
        self.init(upstream) { upstream, subscriber in
            let subscription = UpstreamSubscription()
            var state = initial
            func end(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Demand {
                if subscription.finish() { subscriber.receive(completion: completion) }
                return .none
            }
            let inner = UpstreamSubscriber<Upstream.Output, Upstream.Failure>(
                to: subscriber,
                subscription: subscription
            ) { completion in
                subscriber.receive(completion: completion.mapError(fail))
            } onValue: { value in
                do throws(Failure) {
                    switch try step(&state, value) {
                    case .pass(let output): return subscriber.receive(output)
                    case .skip: return .max(1)
                    case .end: return end(.finished)
                    }
                } catch {
                    return end(.failure(error))
                }
            }
            upstream.subscribe(inner)
        }
    }

    /// Makes an operator that reduces all values to at most one, published when it is requested.
    ///
    /// It requests unlimited values at once.
    ///
    /// - Parameters:
    ///   - result: Called when the upstream publisher finishes, or when `next` returns false.
    ///   - next: Adds a value to the state. Returns whether it needs more values. The operator
    ///     fails if it throws.
    init<State>(
        reducing upstream: Upstream,
        _ initial: State,
        fail: @escaping (Upstream.Failure) -> Failure,
        result: @escaping (State) -> Output?,
        _ next: @escaping (inout State, Upstream.Output) throws(Failure) -> Bool
    ) {
        self.init(upstream) { upstream, subscriber in
            let downstream = DownstreamSubscription(subscriber)
            let subscription = UpstreamSubscription(demand: .unlimited)
            var state = initial
            func end(_ completion: Subscribers.Completion<Failure>) {
                if case .finished = completion, let output = result(state) { downstream.send(output) }
                downstream.send(completion: completion)
            }
            let inner = UpstreamSubscriber<Upstream.Output, Upstream.Failure>(subscription: subscription) {
                completion in
                end(completion.mapError(fail))
            } onValue: { value in
                do throws(Failure) {
                    if !(try next(&state, value)), subscription.finish() { end(.finished) }
                } catch {
                    if subscription.finish() { end(.failure(error)) }
                }
                return .none
            }
            downstream.open(DownstreamHandlers(onCancel: subscription.cancel))
            upstream.subscribe(inner)
        }
    }
}

extension Publishers.Operation where Failure == Upstream.Failure {
    /// Makes an operator whose step doesn't throw.
    init<State>(
        stepping upstream: Upstream,
        _ initial: State,
        _ step: @escaping (inout State, Upstream.Output) -> StepResult<Output>
    ) {
        self.init(stepping: upstream, initial, fail: { $0 }, step)
    }

    /// Makes an operator whose reduction doesn't throw.
    init<State>(
        reducing upstream: Upstream,
        _ initial: State,
        result: @escaping (State) -> Output?,
        _ next: @escaping (inout State, Upstream.Output) -> Bool
    ) {
        self.init(reducing: upstream, initial, fail: { $0 }, result: result, next)
    }
}
#endif
