// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher of all values as one array, when the upstream publisher finishes.
    public struct Collect<Upstream: Publisher>: Publisher {
        /// All values in order.
        public typealias Output = [Upstream.Output]
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes a publisher that collects all values.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Requests unlimited values at once.
        ///
        /// A failure discards the values.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            Publishers.Operation(reducing: upstream, [], fail: { $0 }, result: { $0 }) {
                values,
                value throws(Failure) in
                values.append(value)
                return true
            }
            .subscribe(subscriber)
        }
    }

    /// A publisher of arrays of `count` values.
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        /// Arrays of values in order.
        ///
        /// The last array may be shorter.
        public typealias Output = [Upstream.Output]
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The number of values in an array.
        public let count: Int

        /// Makes a publisher of arrays of `count` values.
        ///
        /// - Precondition: The count is 1 or more.
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "collect was called with a count of \(count): the count must be 1 or more.")
            self.upstream = upstream
            self.count = count
        }

        /// Requests as many values as the requested arrays need.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            var values: Output = []
            let downstream = DownstreamSubscription(subscriber)
            let subscription = UpstreamSubscription()
            let inner = UpstreamSubscriber<Upstream.Output, Failure>(subscription: subscription) { completion in
                if case .finished = completion, !values.isEmpty { downstream.send(values) }
                downstream.send(completion: completion)
            } onValue: { value in
                values.append(value)
                if values.count == count {
                    let full = values
                    values = []
                    downstream.send(full)
                }
                return .none
            }
            downstream.open(
                DownstreamHandlers(onRequest: { subscription.request($0 * count) }, onCancel: subscription.cancel)
            )
            upstream.subscribe(inner)
        }
    }
}

extension Publishers.Collect: Sendable where Upstream: Sendable {}
extension Publishers.CollectByCount: Sendable where Upstream: Sendable {}

extension Publisher {
    /// Publishes all values as one array when this publisher finishes.
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }

    /// Publishes arrays of `count` values.
    ///
    /// The last array may be shorter.
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}
#endif
