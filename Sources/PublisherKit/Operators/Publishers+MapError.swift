// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that transforms the failure.
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream
        /// Returns the new failure.
        public let transform: (Upstream.Failure) -> Failure

        /// Makes a publisher that transforms the failure.
        public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            transform = map
        }

        /// Forwards values and demand unchanged.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.subscribe(
                TransformSubscriber<Output, Upstream.Failure, Output, Failure>(
                    to: subscriber,
                    onCompletion: { $0.mapError(transform) },
                    onValue: { $0 }
                )
            )
        }
    }
}

@available(*, unavailable)
extension Publishers.MapError: Sendable {}

extension Publisher {
    /// Transforms the failure.
    public func mapError<E>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> where E: Error {
        Publishers.MapError(upstream: self, transform)
    }
}
#endif
