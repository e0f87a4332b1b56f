// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher without values.
///
/// It finishes immediately or never.
public struct Empty<Output, Failure: Error>: Publisher, Sendable {
    /// Whether it finishes immediately.
    ///
    /// If false, it never completes.
    public let completeImmediately: Bool

    /// Makes a publisher that finishes immediately or never.
    public init(completeImmediately: Bool = true) {
        self.completeImmediately = completeImmediately
    }

    /// Makes a publisher that finishes immediately or never, if the types can't be inferred.
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    /// Finishes immediately, if `completeImmediately` is true.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        if completeImmediately {
            SequenceSubscription.begin(to: subscriber)
        } else {
            subscriber.receive(subscription: Subscriptions.empty)
        }
    }
}
#endif
