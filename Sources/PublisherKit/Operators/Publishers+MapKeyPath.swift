// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher of a property of each value.
    public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The key path of the property.
        public let keyPath: KeyPath<Upstream.Output, Output>

        /// Forwards the demand unchanged.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.map { $0[keyPath: keyPath] }.subscribe(subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.MapKeyPath: Sendable {}
#endif
