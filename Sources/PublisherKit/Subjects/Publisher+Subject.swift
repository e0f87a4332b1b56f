// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publisher {
    /// Sends all events of this publisher to a subject, which requests them, until the result is
    /// cancelled or released.
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
