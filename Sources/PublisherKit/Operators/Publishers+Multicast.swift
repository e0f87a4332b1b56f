// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// A publisher that shares one upstream subscription among all subscribers, through a subject,
    /// once it is connected.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the upstream publisher.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// Returns the subject.
        public let createSubject: () -> SubjectType
        private let made = Lock<SubjectType?>(nil)

        /// Makes a publisher that calls `createSubject` when it needs the subject, and uses that
        /// one subject.
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

        /// Attaches the subscriber to the subject.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            subject.subscribe(subscriber)
        }

        /// Subscribes the subject to the upstream publisher.
        ///
        /// Each call subscribes again.
        public func connect() -> any Cancellable { upstream.subscribe(subject) }
    }

    /// A publisher that publishes nothing until it is connected.
    public typealias MakeConnectable<Upstream: Publisher> =
        Multicast<Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>>
}

@available(*, unavailable)
extension Publishers.Multicast: Sendable {}

extension Publisher {
    /// Shares one subscription to this publisher among all subscribers, once it is connected,
    /// through a subject that is made once.
    public func multicast<S>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
    where S: Subject, Failure == S.Failure, Output == S.Output {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Shares one subscription to this publisher among all subscribers, once it is connected,
    /// through `subject`.
    public func multicast<S>(subject: S) -> Publishers.Multicast<Self, S>
    where S: Subject, Failure == S.Failure, Output == S.Output {
        multicast { subject }
    }
}

extension Publisher where Failure == Never {
    /// Publishes nothing until the result is connected.
    public func makeConnectable() -> Publishers.MakeConnectable<Self> { multicast { PassthroughSubject() } }
}
#endif
