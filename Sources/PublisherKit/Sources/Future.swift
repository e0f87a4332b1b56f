// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// A publisher of one value or failure, once its promise is fulfilled.
///
/// All subscribers get the same result.
public final class Future<Output, Failure: Error>: Publisher {
    /// Fulfills the promise.
    ///
    /// Can be called from any thread. Only the first call counts.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let core = SubjectCore<Output, Failure>(retention: .result)

    /// Makes a future and immediately calls `attemptToFulfill`, which fulfills the promise then or
    /// later.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { [core] result in
            switch result {
            case .success(let value): core.send(value, andThen: .finished)
            case .failure(let error): core.send(completion: .failure(error))
            }
        }
    }

    /// Delivers the result when it is available and requested.
    public func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input {
        core.add(subscriber, keeping: self)
    }
}

extension Future {
    /// Waits for the result.
    ///
    /// Cancelling the task has no effect.
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
            preconditionFailure(
                "A Future completed without its result. This is a bug in PublisherKit; please report it."
            )
        }
        return result
    }

    /// The value, when the promise is fulfilled.
    ///
    /// Throws the failure.
    public var value: Output {
        get async throws { try await result().get() }
    }
}

extension Future where Failure == Never {
    /// The value, when the promise is fulfilled.
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
