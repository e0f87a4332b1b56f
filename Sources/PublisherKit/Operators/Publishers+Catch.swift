// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that continues with another publisher if the upstream publisher fails.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the replacement publisher.
        public typealias Failure = NewPublisher.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// Returns the replacement publisher for a failure.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Makes a publisher that continues with the publisher that `handler` returns for a
        /// failure.
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Passes the remaining demand to the replacement publisher.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let concatenation = ConcatenationSubscription(subscriber)
            concatenation.follow(upstream) { completion in
                switch completion {
                case .finished: concatenation.finish(.finished)
                case .failure(let error): concatenation.follow(handler(error), then: concatenation.finish)
                }
            }
        }
    }
}

@available(*, unavailable)
extension Publishers.Catch: Sendable {}

extension Publisher {
    /// Continues with the publisher that `handler` returns if this publisher fails.
    public func `catch`<P>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
    where P: Publisher, Output == P.Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}
#endif
