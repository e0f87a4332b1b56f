// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher that republishes one publisher, and another one after it has finished.
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
        /// The output of the upstream publisher.
        public typealias Output = Suffix.Output
        /// The failure of either publisher.
        public typealias Failure = Suffix.Failure

        /// The first publisher.
        public let prefix: Prefix
        /// The second publisher.
        ///
        /// It is subscribed to when the first one has finished.
        public let suffix: Suffix

        /// Makes a publisher that concatenates two publishers.
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Passes the remaining demand to the second publisher.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
            let concatenation = ConcatenationSubscription(subscriber)
            concatenation.follow(prefix) { completion in
                switch completion {
                case .finished: concatenation.follow(suffix, then: concatenation.finish)
                case .failure: concatenation.finish(completion)
                }
            }
        }
    }
}

extension Publishers.Concatenate: Sendable where Prefix: Sendable, Suffix: Sendable {}

extension Publisher {
    /// Publishes these values, then the values of this publisher.
    public func prepend(_ elements: Output...) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Publishes the elements of a sequence before the values of this publisher.
    public func prepend<S>(_ elements: S) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self>
    where S: Sequence, Output == S.Element {
        prepend(Publishers.Sequence(sequence: elements))
    }

    /// Republishes another publisher first.
    ///
    /// Subscribes to this publisher when the other one has finished.
    public func prepend<P>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where P: Publisher, Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Publishes these values after this publisher has finished.
    public func append(_ elements: Output...) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Publishes the elements of a sequence after this publisher has finished.
    public func append<S>(_ elements: S) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>>
    where S: Sequence, Output == S.Element {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Republishes another publisher after this one has finished.
    public func append<P>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where P: Publisher, Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }
}
#endif
