// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that republishes the latest publisher of its upstream publisher.
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        /// The output of the publishers.
        public typealias Output = P.Output
        /// The failure of the latest publisher or of the upstream publisher.
        public typealias Failure = P.Failure

        /// The publisher of publishers.
        public let upstream: Upstream

        /// Makes a publisher that republishes the latest publisher of `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Cancels each publisher when the next one arrives.
        ///
        /// Finishes when the upstream publisher and the latest publisher have finished.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            MergeCoordinator(subscriber, isSwitching: true).open(upstream, demand: .unlimited) { $0 }
        }
    }
}

@available(*, unavailable)
extension Publishers.SwitchToLatest: Sendable {}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Republishes the latest publisher, and cancels it when the next one arrives.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Republishes the latest publisher, and cancels it when the next one arrives.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>> {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
    /// Republishes the latest publisher, and cancels it when the next one arrives.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Republishes the latest publisher, and cancels it when the next one arrives.
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        map { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}
#endif
