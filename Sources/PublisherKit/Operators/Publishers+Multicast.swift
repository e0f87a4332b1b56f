// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// Delivers the same values to all subscribers, through a subject, once it is connected.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// The failure of the upstream.
        public typealias Failure = Upstream.Failure

        /// The publisher of the values.
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
}

@available(*, unavailable)
extension Publishers.Multicast: Sendable {}

extension Publisher {
    /// Delivers the same values to all subscribers, through a subject that is made once, when it is
    /// connected.
    public func multicast<S>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
    where S: Subject, Failure == S.Failure, Output == S.Output {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Delivers the same values to all subscribers, through this subject, when it is connected.
    public func multicast<S>(subject: S) -> Publishers.Multicast<Self, S>
    where S: Subject, Failure == S.Failure, Output == S.Output {
        multicast { subject }
    }
}

extension Publisher where Failure == Never {
    /// Delivers nothing until the result is connected.
    public func makeConnectable() -> Publishers.MakeConnectable<Self> { multicast { PassthroughSubject() } }
}
#endif
