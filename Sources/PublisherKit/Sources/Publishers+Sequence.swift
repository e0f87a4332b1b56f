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

        /// Makes a publisher of the elements of a sequence.
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        /// Delivers as many elements as are requested.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Elements.Element == S.Input {
            Walk.begin(sequence, to: subscriber)
        }
    }
}

extension Publishers.Sequence: Sendable where Elements: Sendable {}

extension Sequence {
    /// A publisher of the elements of this sequence.
    public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}
#endif
