// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

extension Publishers {
    /// A publisher that pairs the values of two publishers by position.
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// The values of the same position, one of each publisher.
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

        /// Finishes when one publisher has finished and all of its values were delivered in tuples.
        public func receive<S>(subscriber: S)
        where S: Subscriber, Failure == S.Failure, S.Input == (A.Output, B.Output) {
            PairCoordinator(subscriber, rule: ZipRule<A.Output, B.Output>(), overflow: .wait).open(a, b)
        }
    }

    /// A publisher that combines the values of three publishers by position.
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// The values of the same position, one of each publisher.
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

        /// Finishes when one publisher has finished and all of its values were delivered in tuples.
        public func receive<S>(subscriber: S)
        where S: Subscriber, Failure == S.Failure, S.Input == (A.Output, B.Output, C.Output) {
            a.zip(b).zip(c).map { ($0.0, $0.1, $1) }.subscribe(subscriber)
        }
    }
}

/// Keeps the values that are not paired yet.
private struct ZipRule<First, Second>: PairRule, ~Copyable {
    private var firsts = Queue<First>()
    private var seconds = Queue<Second>()

    init() {}

    mutating func add(first: First) -> (pair: (First, Second)?, replaced: First?) {
        guard let second = seconds.popFirst() else {
            firsts.append(first)
            return (nil, nil)
        }
        return ((first, second), nil)
    }

    mutating func add(second: Second) -> (pair: (First, Second)?, replaced: Second?) {
        guard let first = firsts.popFirst() else {
            seconds.append(second)
            return (nil, nil)
        }
        return ((first, second), nil)
    }

    func isOver(firstHasEnded: Bool, secondHasEnded: Bool) -> Bool {
        firstHasEnded && firsts.isEmpty || secondHasEnded && seconds.isEmpty
    }
}

extension Publishers.Zip: Sendable where A: Sendable, B: Sendable {}
extension Publishers.Zip3: Sendable where A: Sendable, B: Sendable, C: Sendable {}

extension Publisher {
    /// Pairs the values of this publisher and another by position.
    public func zip<P>(_ other: P) -> Publishers.Zip<Self, P> where P: Publisher, Failure == P.Failure {
        Publishers.Zip(self, other)
    }

    /// Pairs the values of this publisher and another by position and transforms each pair.
    public func zip<P, T>(
        _ other: P,
        _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P: Publisher, Failure == P.Failure {
        zip(other).map { transform($0.0, $0.1) }
    }

    /// Combines the values of this publisher and two others by position.
    public func zip<P, Q>(_ publisher1: P, _ publisher2: Q) -> Publishers.Zip3<Self, P, Q>
    where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
        Publishers.Zip3(self, publisher1, publisher2)
    }

    /// Combines the values of this publisher and two others by position and transforms each tuple.
    public func zip<P, Q, T>(
        _ publisher1: P,
        _ publisher2: Q,
        _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
    where P: Publisher, Q: Publisher, Failure == P.Failure, P.Failure == Q.Failure {
        zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
    }

    /// Combines the values of this publisher and three others by position.
    public func zip<P, Q, R>(
        _ publisher1: P,
        _ publisher2: Q,
        _ publisher3: R
    ) -> Publishers.Zip4<Self, P, Q, R>
    where
        P: Publisher, Q: Publisher, R: Publisher, Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure
    {
        zip(publisher1).zip(publisher2.zip(publisher3)).map { ($0.0, $0.1, $1.0, $1.1) }
    }

    /// Combines the values of this publisher and three others by position and transforms each
    /// tuple.
    public func zip<P, Q, R, T>(
        _ publisher1: P,
        _ publisher2: Q,
        _ publisher3: R,
        _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
    where
        P: Publisher, Q: Publisher, R: Publisher, Failure == P.Failure, P.Failure == Q.Failure, Q.Failure == R.Failure
    {
        zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}

extension Publishers {
    /// A publisher that combines the values of four publishers by position.
    public typealias Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> =
        Map<Zip<Zip<A, B>, Zip<C, D>>, (A.Output, B.Output, C.Output, D.Output)>
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure
}
#endif
