// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Delivers no value, and fails at once.
public struct Fail<Output, Failure: Error>: Publisher, Sendable {
    /// The error with which it fails.
    public let error: Failure

    /// Makes a publisher that fails with this error.
    public init(error: Failure) {
        self.error = error
    }

    /// Makes a publisher that fails with this error, where the type of its values cannot be
    /// inferred.
    public init(outputType: Output.Type, failure: Failure) {
        self.init(error: failure)
    }

    /// Fails at once.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        SequenceSubscription.begin(to: subscriber, then: .failure(error))
    }
}

#endif
