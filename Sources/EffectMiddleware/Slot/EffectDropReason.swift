// SPDX-License-Identifier: MIT

import RexCore

/// Why a trigger started no run.
enum EffectDropReason: Sendable {
    /// A later one came before its time.
    case debounced
    /// A later one came in the span in which it waited.
    case throttled
    /// It came in a span in which none waits.
    case tooSoon
    /// A run went on.
    case first
    /// A later one came while it waited for a run.
    case keepingLatest
    /// What waited was cancelled.
    case cancelled

    var kind: StoreNotice.Kind {
        switch self {
        case .debounced, .throttled, .keepingLatest: .superseded
        case .tooSoon, .first: .ignored
        case .cancelled: .revoked
        }
    }

    /// The policy that says so, in a word.
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
