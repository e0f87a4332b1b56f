// SPDX-License-Identifier: MIT

#if !canImport(Combine)
extension Subscribers {
    /// How a publisher ended.
    @frozen public enum Completion<Failure: Error>: Sendable {
        /// It delivered all that it had.
        case finished
        /// It could not go on.
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
