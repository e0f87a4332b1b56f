// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publisher {
    /// Sends everything that this publisher delivers through a subject, which requests it, until
    /// the result is cancelled or dropped.
    public func subscribe<S>(_ subject: S) -> AnyCancellable
    where S: Subject, Failure == S.Failure, Output == S.Output {
        let subscription = UpstreamSubscription()
        let inner = UpstreamSubscriber<Output, Failure>(
            subscription: subscription,
            onSubscription: { _ in subject.send(subscription: subscription) },
            onCompletion: subject.send(completion:),
            onValue: { value in
                subject.send(value)
                return .none
            }
        )
        subscribe(inner)
        return AnyCancellable(subscription)
    }
}
#endif
