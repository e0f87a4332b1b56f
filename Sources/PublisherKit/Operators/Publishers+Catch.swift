// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Goes on with another publisher when the upstream fails.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the other publisher.
        public typealias Failure = NewPublisher.Failure

        /// The publisher of the values.
        public let upstream: Upstream
        /// Makes the publisher to go on with.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Makes a publisher that goes on with what `handler` makes of a failure.
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Passes on to the other publisher what was requested and not delivered.
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
    /// Goes on with the publisher that `handler` makes when this one fails.
    public func `catch`<P>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
    where P: Publisher, Output == P.Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}
#endif
