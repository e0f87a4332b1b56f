// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Transforms each event on its own.
///
/// The downstream subscriber gets the upstream publisher's own subscription.
final class TransformSubscriber<Input, Failure: Error, Output, OutputFailure: Error>: Subscriber {
    private let downstream: any Subscriber<Output, OutputFailure>
    private let onValue: (Input) -> Output
    private let onCompletion: (Subscribers.Completion<Failure>) -> Subscribers.Completion<OutputFailure>

    init(
        to downstream: any Subscriber<Output, OutputFailure>,
        onCompletion: @escaping (Subscribers.Completion<Failure>) -> Subscribers.Completion<OutputFailure>,
        onValue: @escaping (Input) -> Output
    ) {
        self.downstream = downstream
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        downstream.receive(onValue(input))
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: onCompletion(completion))
    }
}

extension TransformSubscriber where Failure == OutputFailure {
    /// Forwards the completion unchanged.
    convenience init(to downstream: any Subscriber<Output, Failure>, onValue: @escaping (Input) -> Output) {
        self.init(to: downstream, onCompletion: { $0 }, onValue: onValue)
    }
}
#endif
