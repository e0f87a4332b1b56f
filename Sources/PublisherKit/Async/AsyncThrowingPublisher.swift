// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The values of a publisher as an asynchronous sequence, which throws if the publisher fails.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    /// The output of the publisher.
    public typealias Element = P.Output

    private let publisher: P

    /// Makes a sequence from a publisher.
    ///
    /// Each loop subscribes to the publisher.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes to the publisher for one loop.
    public func makeAsyncIterator() -> Iterator {
        let subscriber = AsyncSubscriber<P.Output, P.Failure>()
        publisher.subscribe(subscriber)
        return Iterator(subscriber: subscriber)
    }

    /// An iterator that requests one value at a time.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscriber: AsyncSubscriber<P.Output, P.Failure>
        /// Cancels the subscription when the loop ends early.
        private let cancellable: AnyCancellable

        fileprivate init(subscriber: AsyncSubscriber<P.Output, P.Failure>) {
            self.subscriber = subscriber
            cancellable = AnyCancellable(subscriber)
        }

        /// Returns the next value, or nil after completion or cancellation of the task.
        ///
        /// Throws the failure.
        public mutating func next() async throws -> P.Output? {
            try await subscriber.next().get()
        }
    }
}

@available(*, unavailable)
extension AsyncThrowingPublisher: Sendable {}

@available(*, unavailable)
extension AsyncThrowingPublisher.Iterator: Sendable {}

extension Publisher {
    /// The values of this publisher as an asynchronous sequence.
    ///
    /// It requests one value at a time and throws if the publisher fails.
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}
#endif
