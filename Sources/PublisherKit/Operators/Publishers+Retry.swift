// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that subscribes to the upstream publisher again when it fails.
    public struct Retry<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the last attempt.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The maximum number of retries, or nil for no limit.
        public let retries: Int?

        /// Makes a publisher that subscribes again when `upstream` fails.
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        /// Passes the remaining demand to the next attempt.
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
    /// Subscribes to this publisher again when it fails, at most `retries` times.
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}
#endif
