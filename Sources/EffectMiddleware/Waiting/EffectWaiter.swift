// SPDX-License-Identifier: MIT

import RexCore

/// A continuation that is resumed once: with the first value that comes, or with nil if that was
/// cancelled.
final class EffectWaiter<Value: Sendable>: Sendable {
    typealias Found = (value: Value, source: ActionSource?)

    private enum Phase {
        case pending
        case waiting(CheckedContinuation<Found?, Never>)
        /// The value came before anybody waited; nil if that was cancelled.
        case over(Found?)
        case resumed
    }

    private let phase = Lock(Phase.pending)

    /// Waits for the value, and returns nil if that was cancelled.
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

    /// True if a value has come, or the wait was cancelled.
    var isOver: Bool {
        phase.withLock { phase in
            switch phase {
            case .pending, .waiting: false
            case .over, .resumed: true
            }
        }
    }

    /// Takes a value, or nil to cancel the wait; only the first call counts.
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
