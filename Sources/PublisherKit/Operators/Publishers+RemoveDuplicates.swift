// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that drops values equal to the previous one.
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// Returns whether two values are equal.
        ///
        /// The earlier value is the first argument.
        public let predicate: (Output, Output) -> Bool

        /// Makes a publisher that drops values equal to the last published one.
        public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Requests another value for each value that is filtered out.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            var last: Output?
            upstream.subscribe(
                UpstreamSubscriber<Output, Failure>(to: subscriber) { value in
                    if let last, predicate(last, value) { return .max(1) }
                    last = value
                    return subscriber.receive(value)
                }
            )
        }
    }
}

@available(*, unavailable)
extension Publishers.RemoveDuplicates: Sendable {}

extension Publisher {
    /// Drops values that `predicate` finds equal to the last published value.
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }
}

extension Publisher where Output: Equatable {
    /// Drops values that equal the last published value.
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates(by: ==)
    }
}
#endif
