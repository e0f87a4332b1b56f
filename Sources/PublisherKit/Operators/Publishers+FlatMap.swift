// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers what the publishers deliver that a function makes of the values.
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        /// The values of the publishers that are made.
        public typealias Output = NewPublisher.Output
        /// The failure of a made publisher or of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The number of publishers that may run at the same time.
        public let maxPublishers: Subscribers.Demand
        /// Makes the publishers.
        public let transform: (Upstream.Output) -> NewPublisher

        /// Makes a publisher of what the made publishers deliver.
        public init(
            upstream: Upstream,
            maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Requests everything from each publisher, or if less was requested, one value at a time.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            MergeCoordinator(subscriber, isSwitching: false).open(upstream, demand: maxPublishers, transform: transform)
        }
    }
}

@available(*, unavailable)
extension Publishers.FlatMap: Sendable {}

extension Publisher {
    /// Delivers what the publishers deliver that `transform` makes of the values, at most so many
    /// at the same time.
    public func flatMap<T, P>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, P: Publisher, Failure == P.Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publisher {
    /// Delivers what the publishers deliver that `transform` makes of the values and that do not
    /// fail, at most so many at the same time.
    public func flatMap<P>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P: Publisher, P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Delivers what the publishers deliver that `transform` makes of the values, at most so many
    /// at the same time.
    public func flatMap<P>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> where P: Publisher {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// Delivers what the publishers deliver that `transform` makes of the values, at most so many
    /// at the same time.
    public func flatMap<P>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P: Publisher, P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}
#endif
