// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Fails with what a function makes of the error.
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output

        /// The publisher of the values.
        public let upstream: Upstream
        /// Makes the new error.
        public let transform: (Upstream.Failure) -> Failure

        /// Makes a publisher that fails with what `transform` makes of the error.
        public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            transform = map
        }

        /// Passes values and demand on as they are.
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
    /// Fails with what `transform` makes of the error.
    public func mapError<E>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> where E: Error {
        Publishers.MapError(upstream: self, transform)
    }
}
#endif
