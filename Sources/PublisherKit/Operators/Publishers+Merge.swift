// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers what two publishers deliver, as it comes.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure, A.Output == B.Output {
        /// The values stay what they are.
        public typealias Output = A.Output
        /// It fails as soon as one of them does.
        public typealias Failure = A.Failure

        /// The one publisher.
        public let a: A
        /// The other publisher.
        public let b: B

        /// Makes a publisher of what both deliver.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Finishes when both have.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            MergeMany(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).subscribe(subscriber)
        }
    }

    /// Delivers what many publishers deliver, as it comes.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The values stay what they are.
        public typealias Output = Upstream.Output
        /// It fails as soon as one of them does.
        public typealias Failure = Upstream.Failure

        /// The publishers, subscribed to in this order.
        public let publishers: [Upstream]

        /// Makes a publisher of what all deliver.
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Makes a publisher of what all deliver.
        public init<S>(_ upstream: S) where Upstream == S.Element, S: Swift.Sequence {
            publishers = Array(upstream)
        }

        /// Finishes when all have.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            publishers.publisher.setFailureType(to: Failure.self).flatMap { $0 }.subscribe(subscriber)
        }
    }
}

extension Publishers.Merge: Sendable where A: Sendable, B: Sendable {}
extension Publishers.MergeMany: Sendable where Upstream: Sendable {}

extension Publisher {
    /// Delivers what this publisher and another deliver, as it comes.
    public func merge<P>(with other: P) -> Publishers.Merge<Self, P>
    where P: Publisher, Failure == P.Failure, Output == P.Output {
        Publishers.Merge(self, other)
    }

    /// Delivers what this publisher and others deliver, as it comes.
    public func merge<B, C>(with b: B, _ c: C) -> Publishers.Merge<Publishers.Merge<Self, B>, C>
    where B: Publisher, C: Publisher, Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output
    {
        merge(with: b).merge(with: c)
    }

    /// Delivers what this publisher and another of its type deliver, as it comes.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany(self, other)
    }
}
#endif
