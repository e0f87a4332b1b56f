// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The values of a publisher, one by one for a loop, which throws when the publisher fails.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    /// The values of the publisher.
    public typealias Element = P.Output

    private let publisher: P

    /// Makes a sequence of the values of a publisher, which each loop subscribes to.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes to the publisher, for one loop.
    public func makeAsyncIterator() -> Iterator {
        let subscriber = AsyncSubscriber<P.Output, P.Failure>()
        publisher.subscribe(subscriber)
        return Iterator(subscriber: subscriber)
    }

    /// Requests one value at a time.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscriber: AsyncSubscriber<P.Output, P.Failure>
        /// Cancels the subscription of a loop that was left.
        private let cancellable: AnyCancellable

        fileprivate init(subscriber: AsyncSubscriber<P.Output, P.Failure>) {
            self.subscriber = subscriber
            cancellable = AnyCancellable(subscriber)
        }

        /// The next value; nil at the end, or when the task is cancelled; throws the failure.
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
    /// The values for a `for try await` loop, which requests one at a time.
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}
#endif
