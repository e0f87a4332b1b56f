// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// A publisher whose type is erased.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let publisher: any Publisher<Output, Failure>

    /// Erases the type of a publisher; one that is erased already stays as it is.
    public init<P>(_ publisher: P) where P: Publisher, Output == P.Output, Failure == P.Failure {
        self.publisher = (publisher as? AnyPublisher)?.publisher ?? publisher
    }

    /// Lets the erased publisher serve the subscriber.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        publisher.receive(subscriber: subscriber)
    }
}

@available(*, unavailable)
extension AnyPublisher: Sendable {}

extension Publisher {
    /// Erases the type of this publisher.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}
#endif
