// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Subscribes to the upstream again when it fails, a number of times.
    public struct Retry<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the last attempt.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// The number of further attempts; nil for as many as needed.
        public let retries: Int?

        /// Makes a publisher that subscribes again when the upstream fails.
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        /// Passes on to the next attempt what was requested and not delivered.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            attempt(ConcatenationSubscription(subscriber), left: retries)
        }

        private func attempt(_ concatenation: ConcatenationSubscription<Output, Failure>, left: Int?) {
            concatenation.follow(upstream) { completion in
                if case .failure = completion, left ?? 1 > 0 {
                    attempt(concatenation, left: left.map { $0 - 1 })
                } else {
                    concatenation.finish(completion)
                }
            }
        }
    }
}

extension Publishers.Retry: Sendable where Upstream: Sendable {}

extension Publisher {
    /// Subscribes to this publisher again when it fails, at most so many times.
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}
#endif
