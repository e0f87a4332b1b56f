// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Result {
    /// Delivers the value to each subscriber, then finishes; or fails.
    public struct Publisher: PublisherKit.Publisher {
        /// The type of the value.
        public typealias Output = Success

        /// The recorded values and end.
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

        /// Delivers the value once it is requested; a failure comes at once.
        public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Success == S.Input {
            switch result {
            case .success(let output): SingleValueSubscription.begin(output, to: subscriber)
            case .failure(let error): SequenceSubscription.begin(to: subscriber, then: .failure(error))
            }
        }
    }

    /// A publisher of the value or of the failure.
    public var publisher: Publisher { Publisher(self) }
}

extension Result.Publisher: Sendable where Success: Sendable {}
#endif
