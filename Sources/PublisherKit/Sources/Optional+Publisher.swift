// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Optional {
    /// A publisher of an optional's value, if there is one.
    public struct Publisher: PublisherKit.Publisher {
        /// The type of the value.
        public typealias Output = Wrapped
        /// This publisher never fails.
        public typealias Failure = Never

        /// The value to publish.
        public let output: Wrapped?

        /// Makes a publisher of an optional value.
        public init(_ output: Wrapped?) {
            self.output = output
        }

        /// Delivers the value when it is requested, then finishes.
        ///
        /// Without a value, finishes immediately.
        public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, Wrapped == S.Input {
            if let output {
                SingleValueSubscription.begin(output, to: subscriber)
            } else {
                SequenceSubscription.begin(to: subscriber)
            }
        }
    }

    /// A publisher of the value, if there is one.
    public var publisher: Publisher { Publisher(self) }
}

extension Optional.Publisher: Sendable where Wrapped: Sendable {}
#endif
