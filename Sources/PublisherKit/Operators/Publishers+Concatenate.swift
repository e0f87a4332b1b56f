// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers what one publisher delivers, and when that has finished, what another does.
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
        /// The values stay what they are.
        public typealias Output = Suffix.Output
        /// The failure of either publisher.
        public typealias Failure = Suffix.Failure

        /// The first publisher.
        public let prefix: Prefix
        /// The second one, which is subscribed to when the first has finished.
        public let suffix: Suffix

        /// Makes a publisher of one after the other.
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Passes on to the second publisher what was requested and not delivered.
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
    /// Delivers these values first.
    public func prepend(_ elements: Output...) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Delivers the elements of a sequence first.
    public func prepend<S>(_ elements: S) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self>
    where S: Sequence, Output == S.Element {
        prepend(Publishers.Sequence(sequence: elements))
    }

    /// Delivers what another publisher delivers first; this one is subscribed to when that has
    /// finished.
    public func prepend<P>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where P: Publisher, Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Delivers these values once this publisher has finished.
    public func append(_ elements: Output...) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Delivers the elements of a sequence once this publisher has finished.
    public func append<S>(_ elements: S) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>>
    where S: Sequence, Output == S.Element {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Delivers what another publisher delivers, which is subscribed to once this one has finished.
    public func append<P>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where P: Publisher, Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }
}
#endif
