// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers what the newest of the upstream's publishers delivers.
    public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
    where P == Upstream.Output, P.Failure == Upstream.Failure {
        /// The values of the publishers.
        public typealias Output = P.Output
        /// The failure of the newest publisher or of the upstream.
        public typealias Failure = P.Failure

        /// Where the publishers come from.
        public let upstream: Upstream

        /// Makes a publisher that follows the newest publisher of `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Cancels each publisher when the next one comes; finishes when the last one and the
        /// upstream have.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            MergeCoordinator(subscriber, isSwitching: true).open(upstream, demand: .unlimited) { $0 }
        }
    }
}

@available(*, unavailable)
extension Publishers.SwitchToLatest: Sendable {}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// Delivers what the newest publisher delivers; each is cancelled when the next one comes.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Failure == Never, Output: Publisher {
    /// Delivers what the newest publisher delivers; each is cancelled when the next one comes.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>> {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
    /// Delivers what the newest publisher delivers; each is cancelled when the next one comes.
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
    /// Delivers what the newest publisher delivers; each is cancelled when the next one comes.
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
        >
    {
        map { $0.setFailureType(to: Failure.self) }.switchToLatest()
    }
}
#endif
