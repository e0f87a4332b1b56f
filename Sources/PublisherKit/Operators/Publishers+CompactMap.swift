// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers what a function makes of each value, where it makes something.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// Makes the new values, or nil for those that are left out.
        public let transform: (Upstream.Output) -> Output?

        /// Makes a publisher of what `transform` makes of each value, unless that is nil.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Requests another value in place of each that is left out.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.subscribe(UpstreamSubscriber<Upstream.Output, Failure>(to: subscriber, compacting: transform))
        }
    }
}

@available(*, unavailable)
extension Publishers.CompactMap: Sendable {}

extension Publisher {
    /// Delivers what `transform` makes of each value, unless that is nil.
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }
}
#endif
