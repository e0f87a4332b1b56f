// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers what a function makes of each value, and fails when the function does.
    public struct TryMap<Upstream: Publisher, Output>: Publisher {
        /// Any error of the function, or the failure of the upstream.
        public typealias Failure = any Error

        /// The publisher of the values.
        public let upstream: Upstream
        /// Makes the new values.
        public let transform: (Upstream.Output) throws -> Output

        /// Makes a publisher of what `transform` makes of each value.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Passes the demand on as it is, and cancels the upstream when `transform` throws.
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
    /// Delivers what `transform` makes of each value; an error that it throws is the end.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }
}
#endif
