// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// Delivers one value, or fails, once its promise is kept; each subscriber gets the same.
public final class Future<Output, Failure: Error>: Publisher {
    /// Keeps the promise, from any thread; only the first call counts.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let broadcast = Broadcast<Output, Failure>(retention: .result)

    /// Makes a future, and at once calls the closure that is to keep its promise sooner or later.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { [broadcast] result in
            switch result {
            case .success(let value): broadcast.send(value, andThen: .finished)
            case .failure(let error): broadcast.send(completion: .failure(error))
            }
        }
    }

    /// Delivers the result as soon as there is one and it is requested.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        broadcast.add(subscriber, keeping: self)
    }
}

extension Future: Sendable where Output: Sendable {}
#endif
