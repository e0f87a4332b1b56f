// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Optional {
    /// Delivers the value to each subscriber, if there is one, then finishes.
    public struct Publisher: PublisherKit.Publisher {
        /// The type of the value.
        public typealias Output = Wrapped
        /// No failure.
        public typealias Failure = Never

        /// The value that is delivered.
        public let output: Wrapped?

        /// Makes a publisher of a value or none.
        public init(_ output: Wrapped?) {
            self.output = output
        }

        /// Delivers the value once it is requested; without one it finishes at once.
        public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, Wrapped == S.Input {
            if let output {
                SingleValueSubscription.begin(output, to: subscriber)
            } else {
                SequenceSubscription.begin(to: subscriber)
            }
        }
    }

    /// A publisher of the value, or of none.
    public var publisher: Publisher { Publisher(self) }
}

extension Optional.Publisher: Sendable where Wrapped: Sendable {}
#endif
