// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The values of a publisher that does not fail, one by one for a loop.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
    /// The values of the publisher.
    public typealias Element = P.Output

    private let publisher: P

    /// Makes a sequence of the values of a publisher, which each loop subscribes to.
    public init(_ publisher: P) {
        self.publisher = publisher
    }

    /// Subscribes to the publisher, for one loop.
    public func makeAsyncIterator() -> Iterator {
        let subscriber = AsyncSubscriber<P.Output, Never>()
        publisher.subscribe(subscriber)
        return Iterator(subscriber: subscriber)
    }

    /// Requests one value at a time.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscriber: AsyncSubscriber<P.Output, Never>
        /// Cancels the subscription of a loop that was left.
        private let cancellable: AnyCancellable

        fileprivate init(subscriber: AsyncSubscriber<P.Output, Never>) {
            self.subscriber = subscriber
            cancellable = AnyCancellable(subscriber)
        }

        /// The next value; nil at the end, or when the task is cancelled.
        public mutating func next() async -> P.Output? {
            switch await subscriber.next() {
            case .success(let value): value
            }
        }
    }
}

@available(*, unavailable)
extension AsyncPublisher: Sendable {}

@available(*, unavailable)
extension AsyncPublisher.Iterator: Sendable {}

extension Publisher where Failure == Never {
    /// The values for a `for await` loop, which requests one at a time.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
#endif
