// SPDX-License-Identifier: MIT

import RexCore

/// The reason why a trigger did not start a run.
enum EffectDropReason: Sendable {
    /// A newer trigger arrived within the debounce time.
    case debounced
    /// A newer trigger arrived in the throttle interval while this one was waiting for its end.
    case throttled
    /// The trigger arrived in a throttle interval, and the policy doesn't let triggers wait.
    case tooSoon
    /// A run was in progress.
    case first
    /// A newer trigger arrived while this one was waiting for a run.
    case keepingLatest
    /// The trigger was cancelled while it was waiting.
    case cancelled

    /// Returns the reason for observers of the store.
    ///
    /// - Parameters:
    ///   - action: The number of the action that replaced or cancelled the trigger, if known.
    ///   - running: The number of the run in progress.
    func skipped(by action: Int?, running: Int?) -> SkippedAction.Reason {
        switch self {
        case .debounced: .superseded(policy: "debounced", by: action)
        case .throttled: .superseded(policy: "throttled", by: action)
        case .tooSoon: .ignored(policy: "throttled", running: nil)
        case .first: .ignored(policy: "first", running: running)
        case .keepingLatest: .superseded(policy: "keepingLatest", by: action)
        case .cancelled: .cancelled(by: action, task: nil)
        }
    }
}
