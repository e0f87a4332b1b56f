// SPDX-License-Identifier: MIT

/// The actions of a request with failures of type ``RequestFailure``; see ``TypedRequestAction``.
public typealias RequestAction<Input: Sendable, Output: Sendable> = TypedRequestAction<Input, Output, RequestFailure>

/// The actions of a ``TypedRequest``, sent by an app or by the feature.
///
/// ```swift
/// if let titles = action.titles?.answered { state.count = titles.count }
/// ```
public enum TypedRequestAction<Input: Sendable, Output: Sendable, Failure: Sendable>: Sendable {
    /// Starts the request, as ``TypedRequest/start(_:)``.
    case start(Input)
    /// Cancels the request, as ``TypedRequest/cancel()``.
    case cancel
    /// Starts a failed request again, as ``TypedRequest/retry()``.
    case retry
    /// Cancels the request and drops its output, as ``TypedRequest/reset()``.
    case reset
    /// The answer has arrived.
    ///
    /// Has no effect if the request is not running.
    ///
    /// A reducer that starts the request again after this action must come after the request's
    /// feature. Before the feature, it would replace the run before its answer is stored.
    case answered(Output)
    /// The last attempt has failed.
    ///
    /// Has no effect if the request is not running.
    case failed(Failure)
    /// An attempt begins whose number, from 1, differs from that in the state.
    case attempted(Int)

    /// The answer, if this is `answered`.
    public var answered: Output? {
        if case .answered(let output) = self { output } else { nil }
    }

    /// The failure, if this is `failed`.
    public var failed: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

extension TypedRequestAction: Equatable where Input: Equatable, Output: Equatable, Failure: Equatable {}
extension TypedRequestAction: Hashable where Input: Hashable, Output: Hashable, Failure: Hashable {}
extension TypedRequestAction: Encodable where Input: Encodable, Output: Encodable, Failure: Encodable {}
extension TypedRequestAction: Decodable where Input: Decodable, Output: Decodable, Failure: Decodable {}
