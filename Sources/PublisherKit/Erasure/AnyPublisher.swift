// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A type-erased publisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let publisher: any Publisher<Output, Failure>

    /// Erases the type of a publisher.
    ///
    /// A publisher that is already erased isn't wrapped again.
    public init<P>(_ publisher: P) where P: Publisher, Output == P.Output, Failure == P.Failure {
        self.publisher = (publisher as? AnyPublisher)?.publisher ?? publisher
    }

    /// Attaches the subscriber to the erased publisher.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        publisher.receive(subscriber: subscriber)
    }
}

@available(*, unavailable)
extension AnyPublisher: Sendable {}

extension Publisher {
    /// Wraps this publisher in a type-erased publisher.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
#endif
