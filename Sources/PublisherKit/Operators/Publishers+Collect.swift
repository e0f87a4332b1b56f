// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers all values as one array, when the upstream has finished.
    public struct Collect<Upstream: Publisher>: Publisher {
        /// All values in their order.
        public typealias Output = [Upstream.Output]
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream

        /// Makes a publisher of all values as one.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Requests everything at once; a failure loses the values.
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

    /// Delivers arrays of a number of values each.
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        /// Arrays of values in their order; the last one may be shorter.
        public typealias Output = [Upstream.Output]
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The number of values of an array.
        public let count: Int

        /// Makes a publisher of arrays.
        ///
        /// - Precondition: The number is positive.
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "collect was called with a count of \(count): it can make no array shorter than 1.")
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
    /// Delivers all values as one array, when this publisher has finished.
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }

    /// Delivers arrays of this many values each; the last one may have fewer.
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}
#endif
