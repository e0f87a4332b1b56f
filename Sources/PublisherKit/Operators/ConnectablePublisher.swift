// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// A publisher that delivers nothing until it is connected.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Lets it deliver, until the result is cancelled or dropped.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Connects with the first subscriber, and cancels the connection with the last.
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
    /// Delivers the same values to all subscribers, through a subject, once it is connected.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// It fails as its upstream does.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the subject.
        public let createSubject: () -> SubjectType
        private let made = Lock<SubjectType?>(nil)

        /// Makes a publisher that makes its subject when it needs it, once.
        public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        private var subject: SubjectType {
            if let subject = made.withLock({ $0 }) { return subject }
            let new = createSubject()
            return made.withLock { made in
                defer { made = made ?? new }
                return made ?? new
            }
        }

        /// Lets the subject serve the subscriber.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            subject.subscribe(subscriber)
        }

        /// Subscribes the subject to the upstream; each call does so once more.
        public func connect() -> any Cancellable { upstream.subscribe(subject) }
    }

    /// Delivers nothing until it is connected.
    public typealias MakeConnectable<Upstream: Publisher> =
        Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>

    /// Connects with the first subscriber, and cancels the connection with the last.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// It fails as its upstream does.
        public typealias Failure = Upstream.Failure

        private struct State {
            var count = 0
            var connection: (any Cancellable)?
        }

        /// What is connected.
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
            let bond = Bond(onCancel: leave)
            upstream.subscribe(
                Inlet<Output, Failure>(to: subscriber, bond: bond, onValue: subscriber.receive)
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
extension Publishers.Multicast: Sendable {}

@available(*, unavailable)
extension Publishers.Autoconnect: Sendable {}

extension Publisher {
    /// Delivers the same values to all subscribers, through a subject that is made once, when it is connected.
    public func multicast<S>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
    where S: Subject, Failure == S.Failure, Output == S.Output {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Delivers the same values to all subscribers, through this subject, when it is connected.
    public func multicast<S>(subject: S) -> Publishers.Multicast<Self, S>
    where S: Subject, Failure == S.Failure, Output == S.Output {
        multicast { subject }
    }

    /// Delivers the same values to all subscribers.
    ///
    /// It subscribes to this publisher with the first one, which gets everything, and cancels with the last one.
    /// Those who come later get what comes then.
    public func share() -> Publishers.Share<Self> { multicast { PassthroughSubject() }.autoconnect() }
}

extension Publisher where Failure == Never {
    /// Delivers nothing until the result is connected.
    public func makeConnectable() -> Publishers.MakeConnectable<Self> { multicast { PassthroughSubject() } }
}
#endif
