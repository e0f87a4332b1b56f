// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers the values that differ from the one before.
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The comparison of two values, the earlier one first; true if they count as the same.
        public let predicate: (Output, Output) -> Bool

        /// Makes a publisher that leaves out a value which counts as the same as the last one
        /// delivered.
        public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Requests another value in place of each that is left out.
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
    /// Leaves out a value which counts as the same as the last one delivered.
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }
}

extension Publisher where Output: Equatable {
    /// Leaves out a value which equals the last one delivered.
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates(by: ==)
    }
}
#endif
