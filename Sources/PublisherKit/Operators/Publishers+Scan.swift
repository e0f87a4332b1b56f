// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that combines each value with the previous result and publishes the new result.
    public struct Scan<Upstream: Publisher, Output>: Publisher {
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The initial result.
        ///
        /// It isn't published.
        public let initialResult: Output
        /// Returns the next result for the previous result and a value.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Makes a publisher of the results.
        public init(
            upstream: Upstream,
            initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Forwards the demand unchanged.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            var result = initialResult
            upstream.subscribe(
                TransformSubscriber<Upstream.Output, Failure, Output, Failure>(to: subscriber) { value in
                    result = nextPartialResult(result, value)
                    return result
                }
            )
        }
    }
}

@available(*, unavailable)
extension Publishers.Scan: Sendable {}

extension Publisher {
    /// Combines each value with the previous result and publishes the new result.
    public func scan<T>(
        _ initialResult: T,
        _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}
#endif
