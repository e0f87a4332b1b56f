// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Result {
    /// A publisher of a result: its value or its failure.
    public struct Publisher: PublisherKit.Publisher {
        /// The type of the value.
        public typealias Output = Success

        /// The result to publish.
        public let result: Result<Success, Failure>

        /// Makes a publisher of a result.
        public init(_ result: Result<Success, Failure>) {
            self.result = result
        }

        /// Makes a publisher of a value.
        public init(_ output: Success) {
            result = .success(output)
        }

        /// Makes a publisher that fails.
        public init(_ failure: Failure) {
            result = .failure(failure)
        }

        /// Delivers the value when it is requested, then finishes.
        ///
        /// Delivers a failure immediately.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Success == S.Input {
            switch result {
            case .success(let output): SingleValueSubscription.begin(output, to: subscriber)
            case .failure(let error): SequenceSubscription.begin(to: subscriber, then: .failure(error))
            }
        }
    }

    /// A publisher of the value or the failure.
    public var publisher: Publisher { Publisher(self) }
}

extension Result.Publisher: Sendable where Success: Sendable {}
#endif
