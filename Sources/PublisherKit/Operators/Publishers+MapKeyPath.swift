// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers a property of each value.
    public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The property that is delivered.
        public let keyPath: KeyPath<Upstream.Output, Output>

        /// Passes the demand on as it is.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.map { $0[keyPath: keyPath] }.subscribe(subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.MapKeyPath: Sendable {}
#endif
