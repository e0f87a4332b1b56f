// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Subscribers {
    /// A subscriber that requests everything and calls closures with it.
    ///
    /// It frees its closures and its subscription when the publisher ends or the subscriber is
    /// cancelled.
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

        /// Makes a subscriber of two closures, called on whichever thread the publisher delivers.
        public init(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            state = Lock(.waiting(Closures(receiveValue: receiveValue, receiveCompletion: receiveCompletion)))
        }

        /// Takes the first subscription and requests everything; any other is cancelled.
        public func receive(subscription: any Subscription) {
            let isFirst = state.withLock { state in
                guard case .waiting(let closures) = state else { return false }
                state = .subscribed(closures, subscription)
                return true
            }
            if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        /// Calls the closure for values, unless this has ended.
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

        /// Calls the closure for the completion, once, unless this was cancelled.
        public func receive(completion: Subscribers.Completion<Failure>) {
            switch end() {
            case .waiting(let closures), .subscribed(let closures, _): closures.receiveCompletion(completion)
            case .ended: break
            }
        }

        /// Cancels the subscription; no closure is called from then on.
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
    /// Requests everything, and calls the closures with the values and with the end.
    ///
    /// - Returns: The subscription, which goes on until this is cancelled or dropped.
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
    /// Requests everything, and calls the closure with each value.
    ///
    /// - Returns: The subscription, which goes on until this is cancelled or dropped.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
#endif
