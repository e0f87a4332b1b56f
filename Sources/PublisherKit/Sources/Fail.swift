// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher without values that fails immediately.
public struct Fail<Output, Failure: Error>: Publisher, Sendable {
    /// The error that it fails with.
    public let error: Failure

    /// Makes a publisher that fails with this error.
    public init(error: Failure) {
        self.error = error
    }

    /// Makes a publisher that fails with this error, if the output type can't be inferred.
    public init(outputType: Output.Type, failure: Failure) {
        self.init(error: failure)
    }

    /// Fails immediately.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        SequenceSubscription.begin(to: subscriber, then: .failure(error))
    }
}

#endif
