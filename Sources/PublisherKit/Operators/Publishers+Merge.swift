// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that interleaves the values of two publishers.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure, A.Output == B.Output {
        /// The output of the upstream publisher.
        public typealias Output = A.Output
        /// The failure of the first publisher that fails.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Makes a publisher that merges two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Finishes when both publishers have finished.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            MergeMany(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).subscribe(subscriber)
        }
    }

    /// A publisher that interleaves the values of any number of publishers.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The output of the upstream publisher.
        public typealias Output = Upstream.Output
        /// The failure of the first publisher that fails.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        ///
        /// They are subscribed to in this order.
        public let publishers: [Upstream]

        /// Makes a publisher that merges these publishers.
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// Makes a publisher that merges these publishers.
        public init<S>(_ upstream: S) where Upstream == S.Element, S: Swift.Sequence {
            publishers = Array(upstream)
        }

        /// Finishes when all publishers have finished.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            publishers.publisher.setFailureType(to: Failure.self).flatMap { $0 }.subscribe(subscriber)
        }
    }
}

extension Publishers.Merge: Sendable where A: Sendable, B: Sendable {}
extension Publishers.MergeMany: Sendable where Upstream: Sendable {}

extension Publisher {
    /// Interleaves the values of this publisher and another.
    public func merge<P>(with other: P) -> Publishers.Merge<Self, P>
    where P: Publisher, Failure == P.Failure, Output == P.Output {
        Publishers.Merge(self, other)
    }

    /// Interleaves the values of this publisher and the other publishers.
    public func merge<B, C>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
    where B: Publisher<Output, Failure>, C: Publisher<Output, Failure> {
        merged([b.eraseToAnyPublisher(), c.eraseToAnyPublisher()])
    }

    /// Interleaves the values of this publisher and the other publishers.
    public func merge<B, C, D>(with b: B, _ c: C, _ d: D) -> Publishers.Merge4<Self, B, C, D>
    where B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure> {
        merged([b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher()])
    }

    /// Interleaves the values of this publisher and the other publishers.
    public func merge<B, C, D, E>(with b: B, _ c: C, _ d: D, _ e: E) -> Publishers.Merge5<Self, B, C, D, E>
    where
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
        E: Publisher<Output, Failure>
    {
        merged([b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(), e.eraseToAnyPublisher()])
    }

    /// Interleaves the values of this publisher and the other publishers.
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

    /// Interleaves the values of this publisher and the other publishers.
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

    /// Interleaves the values of this publisher and the other publishers.
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

    /// Interleaves the values of this publisher and another of the same type.
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
    /// A publisher that interleaves the values of three publishers.
    public typealias Merge3<A: Publisher, B: Publisher, C: Publisher> = MergeMany<AnyPublisher<A.Output, A.Failure>>
    /// A publisher that interleaves the values of four publishers.
    public typealias Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> = MergeMany<
        AnyPublisher<A.Output, A.Failure>
    >
    /// A publisher that interleaves the values of five publishers.
    public typealias Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher> = MergeMany<
        AnyPublisher<A.Output, A.Failure>
    >
    /// A publisher that interleaves the values of six publishers.
    public typealias Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher> =
        MergeMany<AnyPublisher<A.Output, A.Failure>>
    /// A publisher that interleaves the values of seven publishers.
    public typealias Merge7<
        A: Publisher,
        B: Publisher,
        C: Publisher,
        D: Publisher,
        E: Publisher,
        F: Publisher,
        G: Publisher
    > = MergeMany<AnyPublisher<A.Output, A.Failure>>
    /// A publisher that interleaves the values of eight publishers.
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
