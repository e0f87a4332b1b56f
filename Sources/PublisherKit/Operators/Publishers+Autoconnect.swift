// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// Connects with the first subscriber, and cancels the connection with the last.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        private struct State {
            var count = 0
            var connection: (any Cancellable)?
        }

        /// The publisher that is connected.
        public let upstream: Upstream
        private let state = Lock(State())

        /// Makes a publisher that connects `upstream` while it has subscribers.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Subscribes to the upstream, then connects it if this is the only subscriber.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let isFirst = state.withLock { state in
                state.count += 1
                return state.count == 1
            }
            let subscription = UpstreamSubscription(onCancel: leave)
            upstream.subscribe(
                UpstreamSubscriber<Output, Failure>(
                    to: subscriber,
                    subscription: subscription,
                    onValue: subscriber.receive
                )
            )
            guard isFirst else { return }
            let connection = upstream.connect()
            let isLeft = state.withLock { state in
                if state.count > 0 { state.connection = connection }
                return state.count == 0
            }
            if isLeft { connection.cancel() }
        }

        private func leave() {
            let connection: (any Cancellable)? = state.withLock { state in
                state.count -= 1
                return state.count == 0 ? state.connection.take() : nil
            }
            connection?.cancel()
        }
    }

    /// Delivers the same values to all subscribers, and runs while it has some.
    public typealias Share<Upstream: Publisher> = Autoconnect<MakeConnectable<Upstream>>
}

@available(*, unavailable)
extension Publishers.Autoconnect: Sendable {}

extension ConnectablePublisher {
    /// Connects with the first subscriber, and cancels the connection with the last.
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publisher {
    /// Delivers the same values to all subscribers.
    ///
    /// It subscribes to this publisher with the first one, which gets everything, and cancels with
    /// the last one. Those who come later get what comes then.
    public func share() -> Publishers.Share<Self> { multicast { PassthroughSubject() }.autoconnect() }
}
#endif
