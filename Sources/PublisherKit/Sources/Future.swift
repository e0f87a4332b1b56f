// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Delivers one value, or fails, once its promise is kept; each subscriber gets the same.
public final class Future<Output, Failure: Error>: Publisher {
    /// Keeps the promise, from any thread; only the first call counts.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let core = SubjectCore<Output, Failure>(retention: .result)

    /// Makes a future, and at once calls the closure that is to keep its promise sooner or later.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { [core] result in
            switch result {
            case .success(let value): core.send(value, andThen: .finished)
            case .failure(let error): core.send(completion: .failure(error))
            }
        }
    }

    /// Delivers the result as soon as there is one and it is requested.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        core.add(subscriber, keeping: self)
    }
}

extension Future {
    /// Waits for the result; cancelling the task changes nothing.
    private func result() async -> Result<Output, Failure> {
        let found = Lock<Result<Output, Failure>?>(nil)
        await withCheckedContinuation { continuation in
            subscribe(
                UpstreamSubscriber<Output, Failure>(subscription: UpstreamSubscription(demand: .unlimited)) {
                    completion in
                    if case .failure(let error) = completion { found.withLock { $0 = .failure(error) } }
                    continuation.resume()
                } onValue: { value in
                    found.withLock { $0 = .success(value) }
                    return .none
                }
            )
        }
        guard let result = found.withLock({ $0.take() }) else {
            preconditionFailure("A Future ended without its result, which is an error of PublisherKit.")
        }
        return result
    }

    /// The value, once the promise is kept, or the error that it throws.
    public var value: Output {
        get async throws { try await result().get() }
    }
}

extension Future where Failure == Never {
    /// The value, once the promise is kept.
    public var value: Output {
        get async {
            switch await result() {
            case .success(let value): value
            }
        }
    }
}

extension Future: Sendable where Output: Sendable {}
#endif
