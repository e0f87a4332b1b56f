// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher of the values whose indices are in a range.
    public struct Output<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The range of indices, starting with 0.
        public let range: CountableRange<Int>

        /// Makes a publisher of the values whose indices are in `range`.
        ///
        /// - Precondition: No index is negative.
        public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(
                range.lowerBound >= 0,
                "output was called with the range \(range): indices must be 0 or more."
            )
            self.upstream = upstream
            self.range = range
        }

        /// Cancels the upstream publisher at the last value.
        ///
        /// If the range is empty, finishes without subscribing to it.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            guard !range.isEmpty else { return Empty().subscribe(subscriber) }
            var position = -1
            let subscription = UpstreamSubscription()
            upstream.subscribe(
                UpstreamSubscriber<Output, Failure>(to: subscriber, subscription: subscription) { value in
                    position += 1
                    if position < range.lowerBound { return .max(1) }
                    if position < range.upperBound - 1 { return subscriber.receive(value) }
                    if subscription.finish() {
                        _ = subscriber.receive(value)
                        subscriber.receive(completion: .finished)
                    }
                    return .none
                }
            )
        }
    }
}

extension Publishers.Output: Sendable where Upstream: Sendable {}

extension Publisher {
    /// Republishes up to `maxLength` values, then finishes and cancels this publisher.
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        Publishers.Output(upstream: self, range: 0..<maxLength)
    }

    /// Publishes the value at an index, starting with 0, then finishes and cancels this publisher.
    public func output(at index: Int) -> Publishers.Output<Self> {
        Publishers.Output(upstream: self, range: index..<index + 1)
    }

    /// Publishes the values whose indices are in a range, starting with 0, then finishes and
    /// cancels this publisher.
    public func output<R>(in range: R) -> Publishers.Output<Self> where R: RangeExpression, R.Bound == Int {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}
#endif
