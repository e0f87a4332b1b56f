// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher of the values that satisfy a predicate.
    public struct Filter<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The predicate.
        public let isIncluded: (Output) -> Bool

        /// Makes a publisher of the values that satisfy the predicate.
        public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Requests another value for each value that is filtered out.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.subscribe(UpstreamSubscriber<Output, Failure>(to: subscriber, where: isIncluded))
        }
    }
}

@available(*, unavailable)
extension Publishers.Filter: Sendable {}

extension Publisher {
    /// Republishes the values that satisfy the predicate.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }
}
#endif
