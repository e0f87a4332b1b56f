// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers, for each value, what a function makes of it and of what it made before.
    public struct Scan<Upstream: Publisher, Output>: Publisher {
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The argument for the first value, which is not delivered itself.
        public let initialResult: Output
        /// Makes the next result of the last one and a value.
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

        /// Passes the demand on as it is.
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
    /// Delivers, for each value, what the function makes of it and of what it made before.
    public func scan<T>(
        _ initialResult: T,
        _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}
#endif
