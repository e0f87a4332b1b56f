// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Passes what one publisher delivers on to one subscriber, after a rule had its say.
///
/// The demand of the subscriber goes to the publisher as it is. What comes after the end or the cancellation is ignored.
final class Relay<Input, Failure: Error, Output, OutputFailure: Error>: Subscriber, Subscription {
    /// What becomes of a value.
    enum Step {
        case pass(Output)
        /// It is left out, and another is requested in its place.
        case skip
        /// The publisher is cancelled, and the subscriber gets a last value, if there is one, and the end.
        case end(Output?, Subscribers.Completion<OutputFailure>)
    }

    private enum State {
        case waiting
        case subscribed(any Subscription)
        case ended
    }

    private let downstream: any Subscriber<Output, OutputFailure>
    private let onValue: (Input) -> Step
    private let onCompletion: (Subscribers.Completion<Failure>) -> Subscribers.Completion<OutputFailure>
    private let onSubscription: ((any Subscription) -> Void)?
    private let onDemand: ((Subscribers.Demand) -> Void)?
    private let onCancel: (() -> Void)?
    private let state = Lock(State.waiting)

    /// - Parameters:
    ///   - onCompletion: what becomes of the end.
    ///   - onValue: called for one value at a time.
    ///   - onSubscription: called before the subscriber gets its subscription.
    ///   - onDemand: called before a demand is passed on.
    ///   - onCancel: called before the cancellation is passed on.
    init(
        to downstream: any Subscriber<Output, OutputFailure>,
        onCompletion: @escaping (Subscribers.Completion<Failure>) -> Subscribers.Completion<OutputFailure>,
        onValue: @escaping (Input) -> Step,
        onSubscription: ((any Subscription) -> Void)? = nil,
        onDemand: ((Subscribers.Demand) -> Void)? = nil,
        onCancel: (() -> Void)? = nil
    ) {
        self.downstream = downstream
        self.onCompletion = onCompletion
        self.onValue = onValue
        self.onSubscription = onSubscription
        self.onDemand = onDemand
        self.onCancel = onCancel
    }

    func receive(subscription: any Subscription) {
        let isFirst = state.withLock { state in
            guard case .waiting = state else { return false }
            state = .subscribed(subscription)
            return true
        }
        guard isFirst else { return subscription.cancel() }
        onSubscription?(subscription)
        downstream.receive(subscription: self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard upstream != nil else { return .none }
        switch onValue(input) {
        case .pass(let output):
            let more = downstream.receive(output)
            if more > .none { onDemand?(more) }
            return more
        case .skip: return .max(1)
        case .end(let last, let completion):
            guard let upstream = end() else { return .none }
            upstream.cancel()
            if let last { _ = downstream.receive(last) }
            downstream.receive(completion: completion)
            return .none
        }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard end() != nil else { return }
        downstream.receive(completion: onCompletion(completion))
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none, let upstream else { return }
        onDemand?(demand)
        upstream.request(demand)
    }

    func cancel() {
        guard let upstream = end() else { return }
        onCancel?()
        upstream.cancel()
    }

    private var upstream: (any Subscription)? {
        state.withLock { state in
            if case .subscribed(let upstream) = state { upstream } else { nil }
        }
    }

    /// Ends it; the subscription, unless it had ended.
    @discardableResult
    private func end() -> (any Subscription)? {
        state.withLock { state in
            defer { state = .ended }
            return if case .subscribed(let upstream) = state { upstream } else { nil }
        }
    }
}

extension Relay where Failure == OutputFailure {
    /// A relay that passes the end on as it is.
    convenience init(to downstream: any Subscriber<Output, OutputFailure>, onValue: @escaping (Input) -> Step) {
        self.init(to: downstream, onCompletion: { $0 }, onValue: onValue)
    }
}
#endif
