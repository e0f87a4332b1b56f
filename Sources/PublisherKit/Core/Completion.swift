// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Subscribers {
    /// The end of a publisher.
    @frozen public enum Completion<Failure: Error>: Sendable {
        /// Everything was delivered.
        case finished
        /// An error ended it.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion {
    func mapError<NewFailure>(_ transform: (Failure) -> NewFailure) -> Subscribers.Completion<NewFailure> {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}
#endif
