// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Publishes a sequence of values over time to its subscribers.
///
/// Each subscriber receives a subscription, then at most as many values as it requested, one at a
/// time, then at most one completion, and nothing after that.
public protocol Publisher<Output, Failure> {
    /// The type of values that it publishes.
    associatedtype Output
    /// The type of error that it may fail with; `Never` if it never fails.
    associatedtype Failure: Error

    /// Attaches a subscriber. Call `subscribe(_:)` instead of this.
    func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input
}

extension Publisher {
    /// Attaches a subscriber, which receives its subscription first.
    public func subscribe<S>(_ subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        receive(subscriber: subscriber)
    }
}
#endif
