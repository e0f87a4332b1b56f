// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Publishers {
    /// Delivers the elements of a sequence in their order, then finishes.
    ///
    /// It takes the next element when the one before it was delivered, so at most one more than was
    /// requested.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        /// The elements are the values.
        public typealias Output = Elements.Element

        /// The sequence, which each subscriber walks on its own.
        public let sequence: Elements
        @usableFromInline let makeDrive: () -> (((Elements.Element) -> Bool?)?) -> Bool

        /// Makes a publisher of the elements of a sequence.
        ///
        /// It is inlinable so that the sequence is walked by code for its type, which the benchmark
        /// P2 measures.
        @inlinable public init(sequence: Elements) {
            self.sequence = sequence
            makeDrive = {
                var (iterator, next, hasBegun) = (sequence.makeIterator(), Elements.Element?.none, false)
                return { body in
                    // In variables of its own, since those that a closure captures are checked at each access.
                    var (current, rest) = (hasBegun ? next : iterator.next(), iterator)
                    defer { (next, iterator, hasBegun) = (current, rest, true) }
                    guard let body else { return current == nil }
                    while let element = current {
                        let goesOn = body(element)
                        if goesOn == nil { return false }
                        current = rest.next()
                        if goesOn == false { break }
                    }
                    return current == nil
                }
            }
        }

        /// Delivers as many elements as are requested.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Elements.Element == S.Input {
            SequenceSubscription.begin(makeDrive(), to: subscriber)
        }
    }
}

@available(*, unavailable)
extension Publishers.Sequence: Sendable {}

// In code that knows the sequence these are one loop. They do what the operators of all publishers do.
extension Publishers.Sequence {
    /// Delivers what `transform` makes of each element.
    @inlinable public func map<T>(
        _ transform: @escaping (Elements.Element) -> T
    ) -> Publishers.Sequence<LazyMapSequence<Elements, T>, Failure> {
        Publishers.Sequence<LazyMapSequence<Elements, T>, Failure>(sequence: sequence.lazy.map(transform))
    }

    /// Leaves out the elements that do not pass a test.
    @inlinable public func filter(
        _ isIncluded: @escaping (Elements.Element) -> Bool
    ) -> Publishers.Sequence<LazyFilterSequence<Elements>, Failure> {
        Publishers.Sequence<LazyFilterSequence<Elements>, Failure>(sequence: sequence.lazy.filter(isIncluded))
    }

    /// Changes only the type: it says that this publisher may fail.
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
