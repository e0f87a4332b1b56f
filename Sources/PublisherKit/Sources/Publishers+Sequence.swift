// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// A publisher of the elements of a sequence.
    ///
    /// It takes the next element after the previous one was delivered, so at most one more than
    /// requested.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        /// The type of the elements.
        public typealias Output = Elements.Element

        /// The sequence.
        ///
        /// Each subscriber iterates over it separately.
        public let sequence: Elements
        @usableFromInline let makeLoop: () -> (((Elements.Element) -> Bool?)?) -> Bool

        /// Makes a publisher of the elements of a sequence.
        ///
        /// Inlinable so that code specialised for the sequence iterates over it, as the benchmark
        /// P2 measures.
        @inlinable public init(sequence: Elements) {
            self.sequence = sequence
            makeLoop = {
                var (iterator, next, hasBegun) = (sequence.makeIterator(), Elements.Element?.none, false)
                return { body in
                    // Local variables, since accesses to captured variables are checked at run
                    // time.
                    var (current, remaining) = (hasBegun ? next : iterator.next(), iterator)
                    defer { (next, iterator, hasBegun) = (current, remaining, true) }
                    guard let body else { return current == nil }
                    while let element = current {
                        let wantsMore = body(element)
                        if wantsMore == nil { return false }
                        current = remaining.next()
                        if wantsMore == false { break }
                    }
                    return current == nil
                }
            }
        }

        /// Delivers elements as they are requested.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Elements.Element == S.Input {
            SequenceSubscription.begin(makeLoop(), to: subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.Sequence: Sendable {}

// These overloads make one loop if the compiler knows the sequence. Their results are the same as
// those of the general operators.
extension Publishers.Sequence {
    /// Transforms each element.
    @inlinable public func map<T>(
        _ transform: @escaping (Elements.Element) -> T
    ) -> Publishers.Sequence<LazyMapSequence<Elements, T>, Failure> {
        Publishers.Sequence<LazyMapSequence<Elements, T>, Failure>(sequence: sequence.lazy.map(transform))
    }

    /// Publishes the elements that satisfy the predicate.
    @inlinable public func filter(
        _ isIncluded: @escaping (Elements.Element) -> Bool
    ) -> Publishers.Sequence<LazyFilterSequence<Elements>, Failure> {
        Publishers.Sequence<LazyFilterSequence<Elements>, Failure>(sequence: sequence.lazy.filter(isIncluded))
    }

    /// Changes the failure type of a publisher that never fails.
    @inlinable public func setFailureType<E>(to error: E.Type) -> Publishers.Sequence<Elements, E>
    where Failure == Never, E: Error {
        Publishers.Sequence<Elements, E>(sequence: sequence)
    }
}

extension Sequence {
    /// A publisher of the elements of this sequence.
    @inlinable public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}
#endif
