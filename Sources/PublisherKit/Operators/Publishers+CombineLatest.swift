// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher of the latest values of two publishers, each time that one of them publishes a
    /// value.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// The latest values.
        public typealias Output = (A.Output, B.Output)
        /// The failure of the first publisher that fails.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Makes a publisher of pairs from two publishers.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Publishes nothing until both publishers have published a value, and finishes when both
        /// have.
        ///
        /// If pairs exceed the demand, it keeps the latest.
        public func receive<S>(subscriber: S)
        where S: Subscriber, Failure == S.Failure, S.Input == (A.Output, B.Output) {
            PairCoordinator(subscriber, rule: LatestRule<A.Output, B.Output>(), overflow: .keepNewest).open(a, b)
        }
    }

    /// A publisher of the latest values of three publishers, each time that one of them publishes a
    /// value.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// The latest values.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// The failure of the first publisher that fails.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C

        /// Makes a publisher of triples from three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Publishes nothing until all publishers have published a value, and finishes when all
        /// have.
        ///
        /// If triples exceed the demand, it keeps the latest.
        public func receive<S>(subscriber: S)
        where S: Subscriber, Failure == S.Failure, S.Input == (A.Output, B.Output, C.Output) {
            a.combineLatest(b).combineLatest(c).map { ($0.0, $0.1, $1) }.subscribe(subscriber)
        }
    }
}

/// Keeps the latest value of each publisher.
private struct LatestRule<First, Second>: PairRule {
    private var first: First?
    private var second: Second?

    init() {}

    mutating func add(first: First) -> (pair: (First, Second)?, replaced: First?) {
        defer { self.first = first }
        return (second.map { (first, $0) }, self.first)
    }

    mutating func add(second: Second) -> (pair: (First, Second)?, replaced: Second?) {
        defer { self.second = second }
        return (first.map { ($0, second) }, self.second)
    }

    func isOver(firstHasEnded: Bool, secondHasEnded: Bool) -> Bool {
        firstHasEnded && secondHasEnded
    }
}

extension Publishers.CombineLatest: Sendable where A: Sendable, B: Sendable {}
extension Publishers.CombineLatest3: Sendable where A: Sendable, B: Sendable, C: Sendable {}

extension Publisher {
    /// Publishes the latest values of this publisher and another, each time that one of them
    /// publishes a value.
    public func combineLatest<P>(_ other: P) -> Publishers.CombineLatest<Self, P>
    where P: Publisher, Failure == P.Failure {
        Publishers.CombineLatest(self, other)
    }

    /// Transforms the latest values of this publisher and another.
    public func combineLatest<P, T>(
        _ other: P,
        _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P: Publisher, Failure == P.Failure {
        combineLatest(other).map { transform($0.0, $0.1) }
    }

    /// Publishes the latest values of this publisher and two others, each time that one of them
    /// publishes a value.
    public func combineLatest<P, Q>(
        _ publisher1: P,
        _ publisher2: Q
    ) -> Publishers.CombineLatest3<Self, P, Q>
    where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
        Publishers.CombineLatest3(self, publisher1, publisher2)
    }

    /// Transforms the latest values of this publisher and two others.
    public func combineLatest<P, Q, T>(
        _ publisher1: P,
        _ publisher2: Q,
        _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
    where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
        combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }

    /// Publishes the latest values of this publisher and three others.
    public func combineLatest<P, Q, R>(
        _ publisher1: P,
        _ publisher2: Q,
        _ publisher3: R
    ) -> Publishers.CombineLatest4<Self, P, Q, R>
    where
        P: Publisher, Q: Publisher, R: Publisher, Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure
    {
        combineLatest(publisher1).combineLatest(publisher2.combineLatest(publisher3)).map { ($0.0, $0.1, $1.0, $1.1) }
    }

    /// Transforms the latest values of this publisher and three others.
    public func combineLatest<P, Q, R, T>(
        _ publisher1: P,
        _ publisher2: Q,
        _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where
        P: Publisher, Q: Publisher, R: Publisher, Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure
    {
        combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}

extension Publishers {
    /// A publisher of the latest values of four publishers.
    public typealias CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> =
        Map<CombineLatest<CombineLatest<A, B>, CombineLatest<C, D>>, (A.Output, B.Output, C.Output, D.Output)>
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure
}
#endif
