// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers the values whose positions, counted from 0, are in a range, then finishes.
    public struct Output<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The positions that are delivered, counted from 0.
        public let range: CountableRange<Int>

        /// Makes a publisher of the values at these positions.
        ///
        /// - Precondition: No position is negative.
        public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(
                range.lowerBound >= 0,
                "The values at \(range) were requested, but a publisher counts its values from 0."
            )
            self.upstream = upstream
            self.range = range
        }

        /// Cancels the upstream with the last value; if there can be none, it finishes without the
        /// upstream.
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
    /// Delivers the first values, at most this many, then finishes and cancels the upstream.
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        Publishers.Output(upstream: self, range: 0..<maxLength)
    }

    /// Delivers the value at this position, counted from 0, then finishes and cancels the upstream.
    public func output(at index: Int) -> Publishers.Output<Self> {
        Publishers.Output(upstream: self, range: index..<index + 1)
    }

    /// Delivers the values at these positions, counted from 0, then finishes and cancels the
    /// upstream.
    public func output<R>(in range: R) -> Publishers.Output<Self> where R: RangeExpression, R.Bound == Int {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}
#endif
