// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that transforms each value, and fails if the transformation throws.
    public struct TryMap<Upstream: Publisher, Output>: Publisher {
        /// The error that the transformation throws, or the failure of the upstream publisher.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream
        /// Returns the new value for a value, or throws.
        public let transform: (Upstream.Output) throws -> Output

        /// Makes a publisher that transforms each value with `transform`.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Forwards the demand unchanged.
        ///
        /// Cancels the upstream publisher if `transform` throws.
        public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == any Error, Output == S.Input {
            let transform = transform
            Publishers.Operation(stepping: upstream, (), fail: { $0 }) { _, value throws(any Error) in
                .pass(try transform(value))
            }
            .subscribe(subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.TryMap: Sendable {}

extension Publisher {
    /// Transforms each value.
    ///
    /// Fails if `transform` throws.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }
}
#endif
