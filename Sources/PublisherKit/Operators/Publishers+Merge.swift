// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers what two publishers deliver, as it comes.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure, A.Output == B.Output {
        /// The values stay what they are.
        public typealias Output = A.Output
        /// The failure of the first publisher that fails.
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
        /// The failure of the first publisher that fails.
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
    public func merge<B, C>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
    where B: Publisher<Output, Failure>, C: Publisher<Output, Failure> {
        merged([b.eraseToAnyPublisher(), c.eraseToAnyPublisher()])
    }

    /// Delivers what this publisher and others deliver, as it comes.
    public func merge<B, C, D>(with b: B, _ c: C, _ d: D) -> Publishers.Merge4<Self, B, C, D>
    where B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure> {
        merged([b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher()])
    }

    /// Delivers what this publisher and others deliver, as it comes.
    public func merge<B, C, D, E>(with b: B, _ c: C, _ d: D, _ e: E) -> Publishers.Merge5<Self, B, C, D, E>
    where
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
        E: Publisher<Output, Failure>
    {
        merged([b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(), e.eraseToAnyPublisher()])
    }

    /// Delivers what this publisher and others deliver, as it comes.
    public func merge<B, C, D, E, F>(with b: B, _ c: C, _ d: D, _ e: E, _ f: F)
        -> Publishers.Merge6<Self, B, C, D, E, F>
    where
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
        E: Publisher<Output, Failure>, F: Publisher<Output, Failure>
    {
        merged([
            b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(), e.eraseToAnyPublisher(),
            f.eraseToAnyPublisher(),
        ])
    }

    /// Delivers what this publisher and others deliver, as it comes.
    public func merge<B, C, D, E, F, G>(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G)
        -> Publishers.Merge7<Self, B, C, D, E, F, G>
    where
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
        E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>
    {
        merged([
            b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(), e.eraseToAnyPublisher(),
            f.eraseToAnyPublisher(), g.eraseToAnyPublisher(),
        ])
    }

    /// Delivers what this publisher and others deliver, as it comes.
    public func merge<B, C, D, E, F, G, H>(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H)
        -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
    where
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
        E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>,
        H: Publisher<Output, Failure>
    {
        merged([
            b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(), e.eraseToAnyPublisher(),
            f.eraseToAnyPublisher(), g.eraseToAnyPublisher(), h.eraseToAnyPublisher(),
        ])
    }

    /// Delivers what this publisher and another of its type deliver, as it comes.
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany(self, other)
    }

    private func merged(
        _ others: [AnyPublisher<Output, Failure>]
    ) -> Publishers.MergeMany<AnyPublisher<Output, Failure>> {
        Publishers.MergeMany([eraseToAnyPublisher()] + others)
    }
}

extension Publishers {
    /// Delivers what three publishers deliver, as it comes.
    public typealias Merge3<A: Publisher, B: Publisher, C: Publisher> = MergeMany<AnyPublisher<A.Output, A.Failure>>
    /// Delivers what four publishers deliver, as it comes.
    public typealias Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> = MergeMany<
        AnyPublisher<A.Output, A.Failure>
    >
    /// Delivers what five publishers deliver, as it comes.
    public typealias Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher> = MergeMany<
        AnyPublisher<A.Output, A.Failure>
    >
    /// Delivers what six publishers deliver, as it comes.
    public typealias Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher> =
        MergeMany<AnyPublisher<A.Output, A.Failure>>
    /// Delivers what seven publishers deliver, as it comes.
    public typealias Merge7<
        A: Publisher,
        B: Publisher,
        C: Publisher,
        D: Publisher,
        E: Publisher,
        F: Publisher,
        G: Publisher
    > = MergeMany<AnyPublisher<A.Output, A.Failure>>
    /// Delivers what eight publishers deliver, as it comes.
    public typealias Merge8<
        A: Publisher,
        B: Publisher,
        C: Publisher,
        D: Publisher,
        E: Publisher,
        F: Publisher,
        G: Publisher,
        H: Publisher
    > = MergeMany<AnyPublisher<A.Output, A.Failure>>
}
#endif
