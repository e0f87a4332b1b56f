// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher of the non-nil results of a transformation.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// Returns the new value for a value, or nil to drop it.
        public let transform: (Upstream.Output) -> Output?

        /// Makes a publisher of the non-nil results of `transform`.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Requests another value for each value that is filtered out.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.subscribe(UpstreamSubscriber<Upstream.Output, Failure>(to: subscriber, compacting: transform))
        }
    }
}

@available(*, unavailable)
extension Publishers.CompactMap: Sendable {}

extension Publisher {
    /// Publishes the non-nil results of `transform`.
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }
}
#endif
