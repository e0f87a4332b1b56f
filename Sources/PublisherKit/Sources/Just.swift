// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Delivers one value to each subscriber, then finishes.
public struct Just<Output>: Publisher {
    /// No failure.
    public typealias Failure = Never

    /// The value that it delivers.
    public let output: Output

    /// Makes a publisher of this value.
    public init(_ output: Output) {
        self.output = output
    }

    /// Delivers the value once it is requested.
    public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, Output == S.Input {
        SingleValueSubscription.begin(output, to: subscriber)
    }
}

extension Just: Sendable where Output: Sendable {}
#endif
