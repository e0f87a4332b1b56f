// SPDX-License-Identifier: MIT

import RexCore

/// A continuation that is resumed once: with the first value, or with nil on cancellation.
final class EffectWaiter<Value: Sendable>: Sendable {
    typealias Found = (value: Value, source: ActionSource?)

    private enum Phase {
        case pending
        case waiting(CheckedContinuation<Found?, Never>)
        /// The value arrived, or nil on cancellation, before the wait started.
        case over(Found?)
        case resumed
    }

    private let phase = Lock(Phase.pending)

    /// Waits for the value.
    ///
    /// Returns nil on cancellation.
    func found() async -> Found? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = phase.withLock { phase -> Found?? in
                    guard case .over(let found) = phase else {
                        phase = .waiting(continuation)
                        return nil
                    }
                    phase = .resumed
                    return .some(found)
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            end(with: nil)
        }
    }

    /// Whether a value has arrived or the wait was cancelled.
    var isOver: Bool {
        phase.withLock { phase in
            switch phase {
            case .pending, .waiting: false
            case .over, .resumed: true
            }
        }
    }

    /// Ends the wait with a value, or with nil to cancel it.
    ///
    /// Only the first call counts.
    func end(with found: Found?) {
        let continuation = phase.withLock { phase -> CheckedContinuation<Found?, Never>? in
            switch phase {
            case .pending:
                phase = .over(found)
                return nil
            case .waiting(let continuation):
                phase = .resumed
                return continuation
            case .over, .resumed: return nil
            }
        }
        continuation?.resume(returning: found)
    }
}
