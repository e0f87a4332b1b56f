// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Says that it may fail, where the upstream cannot.
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
        /// The values stay what they are.
        public typealias Output = Upstream.Output

        /// The publisher of the values.
        public let upstream: Upstream

        /// Makes a publisher that never fails but has a type that may.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Passes everything on as it is.
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
    /// Changes only the type: it says that this publisher may fail.
    public func setFailureType<E>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> where E: Error {
        Publishers.SetFailureType(upstream: self)
    }
}
#endif
