// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Passes everything on, changed: it knows nothing of what came before, and the subscription is the publisher's own.
final class Passage<Input, Failure: Error, Downstream: Subscriber>: Subscriber {
    private let downstream: Downstream
    private let onValue: (Input) -> Downstream.Input
    private let onCompletion: (Subscribers.Completion<Failure>) -> Subscribers.Completion<Downstream.Failure>

    init(
        to downstream: Downstream,
        onCompletion: @escaping (Subscribers.Completion<Failure>) -> Subscribers.Completion<Downstream.Failure>,
        onValue: @escaping (Input) -> Downstream.Input
    ) {
        self.downstream = downstream
        self.onCompletion = onCompletion
        self.onValue = onValue
    }

    /// A passage that passes the end on as it is.
    convenience init(to downstream: Downstream, onValue: @escaping (Input) -> Downstream.Input)
    where Downstream.Failure == Failure {
        self.init(to: downstream, onCompletion: { $0 }, onValue: onValue)
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
#endif
