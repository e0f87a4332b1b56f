// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Delivers values over time to those who subscribe, and says when there will be no more.
///
/// To each subscriber it sends a subscription, then at most as many values as the subscriber
/// requested, one at a time, then at most one completion; after that, nothing.
public protocol Publisher<Output, Failure> {
    /// The values that it delivers.
    associatedtype Output
    /// The errors with which it may end; `Never` if it does not fail.
    associatedtype Failure: Error

    /// Starts to serve a subscriber; called by `subscribe(_:)`, which is what callers use.
    func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input
}

extension Publisher {
    /// Connects a subscriber, which gets its subscription first.
    public func subscribe<S>(_ subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        receive(subscriber: subscriber)
    }
}
#endif
