// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Subscribers {
    /// A subscriber that calls closures for values and completion.
    ///
    /// Its demand is unlimited.
    ///
    /// It releases its closures and its subscription at completion or cancellation.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
        private enum State {
            case waiting(Closures)
            case subscribed(Closures, any Subscription)
            case ended
        }

        private struct Closures {
            let receiveValue: (Input) -> Void
            let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
        }

        private let state: Lock<State>

        /// Makes a subscriber from two closures.
        ///
        /// They are called on the threads of the publisher.
        public init(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            state = Lock(.waiting(Closures(receiveValue: receiveValue, receiveCompletion: receiveCompletion)))
        }

        /// Accepts the first subscription, with unlimited demand.
        ///
        /// Cancels any other.
        public func receive(subscription: any Subscription) {
            let isFirst = state.withLock { state in
                guard case .waiting(let closures) = state else { return false }
                state = .subscribed(closures, subscription)
                return true
            }
            if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        /// Calls the closure for values, unless the subscription has ended.
        public func receive(_ input: Input) -> Subscribers.Demand {
            let closures: Closures? = state.withLock { state in
                switch state {
                case .waiting(let closures), .subscribed(let closures, _): closures
                case .ended: nil
                }
            }
            closures?.receiveValue(input)
            return .none
        }

        /// Calls the closure for the completion, once, unless the subscription was cancelled.
        public func receive(completion: Subscribers.Completion<Failure>) {
            switch end() {
            case .waiting(let closures), .subscribed(let closures, _): closures.receiveCompletion(completion)
            case .ended: break
            }
        }

        /// Cancels the subscription.
        ///
        /// No closure is called from then on.
        public func cancel() {
            if case .subscribed(_, let subscription) = end() { subscription.cancel() }
        }

        private func end() -> State {
            state.withLock { state in
                defer { state = .ended }
                return state
            }
        }
    }
}

extension Subscribers.Sink: EndingSubscriber {
    var hasEnded: Bool {
        state.withLock { state in
            if case .ended = state { true } else { false }
        }
    }
}

@available(*, unavailable)
extension Subscribers.Sink: Sendable {}

extension Publisher {
    /// Subscribes with unlimited demand, and calls the closures for values and completion.
    ///
    /// - Returns: A cancellable. The subscription continues until it is cancelled or released.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let subscription = UpstreamSubscription(demand: .unlimited)
        subscribe(
            UpstreamSubscriber<Output, Failure>(
                subscription: subscription,
                receiveCompletion: receiveCompletion,
                receiveValue: receiveValue
            )
        )
        return AnyCancellable(subscription)
    }
}

extension Publisher where Failure == Never {
    /// Subscribes with unlimited demand, and calls the closure for each value.
    ///
    /// - Returns: A cancellable. The subscription continues until it is cancelled or released.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
#endif
