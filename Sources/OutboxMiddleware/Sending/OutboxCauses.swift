// SPDX-License-Identifier: MIT

import RexCore

/// The sources of the actions that have led to an attempt or a cancellation of an entry.
///
/// Changes of several entries are written together, so the action at hand when an attempt starts may
/// be about another entry.
struct OutboxCauses: Sendable {
    private var attempts: [OutboxID: ActionSource] = [:]
    private var cancellations: [OutboxID: ActionSource] = [:]

    /// The source for the next attempt of an entry; nil if the action at hand is its cause.
    func ofAttempt(_ id: OutboxID) -> ActionSource? { attempts[id] }

    /// Notes that an entry waits for an attempt, or with nil that its attempt starts.
    mutating func setAttempt(_ id: OutboxID, _ source: ActionSource?) { attempts[id] = source }

    /// Notes a change of an outbox, and returns it with the source of its cause.
    ///
    /// An entry that is cancelled in flight is removed by the outcome of the attempt; the cause is
    /// the action that has cancelled it.
    mutating func note<Job>(_ change: OutboxChange<Job>, from source: ActionSource?) -> OutboxChange<Job> {
        var change = change
        change.cause = source
        switch change.kind {
        case .added, .retried: attempts[change.id] = source
        case .cancelled(_, isOver: false, _): cancellations[change.id] = source
        case .cancelled(_, isOver: true, _):
            attempts[change.id] = nil
            change.cause = cancellations.removeValue(forKey: change.id) ?? source
        case .sent, .rejected: (attempts[change.id], cancellations[change.id]) = (nil, nil)
        case .cleared: (attempts, cancellations) = ([:], [:])
        case .restored, .restoredAll, .attempted, .decode, .numbered, .checkpoint: break
        }
        return change
    }
}
