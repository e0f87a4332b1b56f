// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers what comes after the first values.
    public struct Drop<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The number of values that are left out.
        public let count: Int

        /// Makes a publisher that leaves out the first values.
        ///
        /// - Precondition: The number is not negative.
        public init(upstream: Upstream, count: Int) {
            precondition(count >= 0, "dropFirst was called with a count of \(count): it can drop no fewer than 0.")
            self.upstream = upstream
            self.count = count
        }

        /// Requests what is left out at once.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            var left = count
            upstream.subscribe(
                UpstreamSubscriber<Output, Failure>(
                    to: subscriber,
                    subscription: UpstreamSubscription(demand: .max(count))
                ) { value in
                    guard left > 0 else { return subscriber.receive(value) }
                    left -= 1
                    return .none
                }
            )
        }
    }
}

extension Publishers.Drop: Sendable where Upstream: Sendable {}

extension Publisher {
    /// Leaves out the first values.
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}
#endif
