// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Delivers no value, and finishes at once or never.
public struct Empty<Output, Failure: Error>: Publisher, Sendable {
    /// True if it finishes at once, false if it never ends.
    public let completeImmediately: Bool

    /// Makes a publisher that finishes at once, or never.
    public init(completeImmediately: Bool = true) {
        self.completeImmediately = completeImmediately
    }

    /// Makes a publisher that finishes at once, or never, where the types cannot be inferred.
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    /// Finishes at once, if it is to.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        if completeImmediately {
            SequenceSubscription.begin(to: subscriber)
        } else {
            subscriber.receive(subscription: Subscriptions.empty)
        }
    }
}
#endif
