// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// A publisher that connects with the first subscriber and disconnects with the last.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        private struct State {
            var count = 0
            var connection: (any Cancellable)?
        }

        /// The connectable publisher.
        public let upstream: Upstream
        private let state = Lock(State())

        /// Makes a publisher that connects `upstream` while it has subscribers.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Subscribes to the upstream publisher, then connects it if this is the first subscriber.
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

    /// A publisher that shares one upstream subscription among its subscribers, while it has any.
    public typealias Share<Upstream: Publisher> = Autoconnect<MakeConnectable<Upstream>>
}

@available(*, unavailable)
extension Publishers.Autoconnect: Sendable {}

extension ConnectablePublisher {
    /// Connects with the first subscriber, and disconnects with the last.
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publisher {
    /// Shares one subscription to this publisher among all subscribers.
    ///
    /// It subscribes to this publisher with the first subscriber, which gets all values, and
    /// cancels with the last one. Later subscribers get only later values.
    public func share() -> Publishers.Share<Self> { multicast { PassthroughSubject() }.autoconnect() }
}
#endif
