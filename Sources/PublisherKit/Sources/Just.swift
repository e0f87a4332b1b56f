// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher of one value to each subscriber.
public struct Just<Output>: Publisher {
    /// This publisher never fails.
    public typealias Failure = Never

    /// The value that it publishes.
    public let output: Output

    /// Makes a publisher of this value.
    public init(_ output: Output) {
        self.output = output
    }

    /// Delivers the value when it is requested, then finishes.
    public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, Output == S.Input {
        SingleValueSubscription.begin(output, to: subscriber)
    }
}

extension Just: Sendable where Output: Sendable {}
#endif
