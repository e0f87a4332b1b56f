// SPDX-License-Identifier: MIT

import RexCore

/// The reason why a trigger started no run.
enum EffectDropReason: Sendable {
    /// A later trigger came within the time of the debounce.
    case debounced
    /// A later trigger came in the span in which this one waited.
    case throttled
    /// The trigger came in a span in which none waits.
    case tooSoon
    /// A run went on.
    case first
    /// A later trigger came while this one waited for a run.
    case keepingLatest
    /// The trigger was cancelled while it waited.
    case cancelled

    var kind: StoreNotice.Kind {
        switch self {
        case .debounced, .throttled, .keepingLatest: .superseded
        case .tooSoon, .first: .ignored
        case .cancelled: .revoked
        }
    }

    /// The word for the policy that dropped it.
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
