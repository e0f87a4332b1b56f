// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that has another failure type than its upstream publisher, which never fails.
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes a publisher that never fails but has a failure type.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Forwards everything unchanged.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            upstream.subscribe(
                TransformSubscriber<Output, Never, Output, Failure>(
                    to: subscriber,
                    onCompletion: { _ in .finished },
                    onValue: { $0 }
                )
            )
        }
    }
}

extension Publishers.SetFailureType: Sendable where Upstream: Sendable {}

extension Publisher where Failure == Never {
    /// Changes the failure type of a publisher that never fails.
    public func setFailureType<E>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> where E: Error {
        Publishers.SetFailureType(upstream: self)
    }
}
#endif
