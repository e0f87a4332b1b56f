// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers the first value that passes a test, then finishes.
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The test that a value has to pass.
        public let predicate: (Output) -> Bool

        /// Makes a publisher of the first value that passes the test.
        public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Requests everything at once, and cancels the upstream as soon as a value passed.
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
    /// Delivers the first value, then finishes.
    public typealias First<Upstream: Publisher> = FirstWhere<Upstream>
}

extension Publisher {
    /// Delivers the first value, then finishes and cancels the upstream.
    public func first() -> Publishers.First<Self> { first { _ in true } }

    /// Delivers the first value that passes the test, then finishes and cancels the upstream.
    public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }
}
#endif
