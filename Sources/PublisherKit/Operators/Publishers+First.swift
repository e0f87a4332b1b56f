// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher of the first value that satisfies a predicate.
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The predicate.
        public let predicate: (Output) -> Bool

        /// Makes a publisher of the first value that satisfies the predicate.
        public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Requests unlimited values at once, and cancels the upstream publisher when a value
        /// satisfies the predicate.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let predicate = predicate
            Publishers.Operation(reducing: upstream, nil, fail: { $0 }, result: { $0 }) {
                (found: inout Output?, value) throws(Failure) in
                if predicate(value) { found = value }
                return found == nil
            }
            .subscribe(subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.FirstWhere: Sendable {}

extension Publishers {
    /// A publisher of the first value.
    public typealias First<Upstream: Publisher> = FirstWhere<Upstream>
}

extension Publisher {
    /// Publishes the first value, then finishes and cancels this publisher.
    public func first() -> Publishers.First<Self> { first { _ in true } }

    /// Publishes the first value that satisfies the predicate, then finishes and cancels this
    /// publisher.
    public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }
}
#endif
