// SPDX-License-Identifier: MIT

/// The actions of a request whose failures are ``RequestFailure``; see ``TypedRequestAction``.
public typealias RequestAction<Input: Sendable, Output: Sendable> = TypedRequestAction<Input, Output, RequestFailure>

/// The actions of a ``TypedRequest``: those that change what runs, and those that the run sends.
///
/// ```swift
/// if let titles = action.titles?.answered { state.count = titles.count }
/// ```
public enum TypedRequestAction<Input: Sendable, Output: Sendable, Failure: Sendable>: Sendable {
    /// Starts the request, as ``TypedRequest/start(_:)``.
    case start(Input)
    /// Cancels the request, as ``TypedRequest/cancel()``.
    case cancel
    /// Starts a request that has failed anew, as ``TypedRequest/retry()``.
    case retry
    /// Cancels the request and forgets its output, as ``TypedRequest/reset()``.
    case reset
    /// The answer has come. It changes nothing if the request is not running.
    ///
    /// A reducer that starts the request anew because of it is to be combined behind its feature: one
    /// that is ahead of that replaces the run before its answer is taken.
    case answered(Output)
    /// The last attempt has failed. It changes nothing if the request is not running.
    case failed(Failure)
    /// An attempt begins whose number, from 1, the state does not have yet.
    case attempted(Int)

    /// The answer, if this is one.
    public var answered: Output? {
        if case .answered(let output) = self { output } else { nil }
    }

    /// The failure, if this is one.
    public var failed: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

extension TypedRequestAction: Equatable where Input: Equatable, Output: Equatable, Failure: Equatable {}
extension TypedRequestAction: Hashable where Input: Hashable, Output: Hashable, Failure: Hashable {}
extension TypedRequestAction: Encodable where Input: Encodable, Output: Encodable, Failure: Encodable {}
extension TypedRequestAction: Decodable where Input: Decodable, Output: Decodable, Failure: Decodable {}
