// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers the values that pass a test.
    public struct Filter<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The test that a value has to pass.
        public let isIncluded: (Output) -> Bool

        /// Makes a publisher of the values that pass the test.
        public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Requests another value in place of each that is left out.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.subscribe(UpstreamSubscriber<Output, Failure>(to: subscriber, where: isIncluded))
        }
    }
}

@available(*, unavailable)
extension Publishers.Filter: Sendable {}

extension Publisher {
    /// Delivers the values that pass the test.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }
}
#endif
