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

    var kind: StoreNotice.Kind {
        switch self {
        case .debounced, .throttled, .keepingLatest: .superseded
        case .tooSoon, .first: .ignored
        case .cancelled: .revoked
        }
    }

    /// The name of the policy that dropped it.
    var text: String {
        switch self {
        case .debounced: "debounced"
        case .throttled, .tooSoon: "throttled"
        case .first: "first"
        case .keepingLatest: "keepingLatest"
        case .cancelled: "cancelled"
        }
    }
}
