// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The values of a publisher that never fails, as an asynchronous sequence.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
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
        let subscriber = AsyncSubscriber<P.Output, Never>()
        publisher.subscribe(subscriber)
        return Iterator(subscriber: subscriber)
    }

    /// An iterator that requests one value at a time.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscriber: AsyncSubscriber<P.Output, Never>
        /// Cancels the subscription when the loop ends early.
        private let cancellable: AnyCancellable

        fileprivate init(subscriber: AsyncSubscriber<P.Output, Never>) {
            self.subscriber = subscriber
            cancellable = AnyCancellable(subscriber)
        }

        /// Returns the next value, or nil after completion or cancellation of the task.
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
    /// The values of this publisher as an asynchronous sequence.
    ///
    /// It requests one value at a time.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}
#endif
