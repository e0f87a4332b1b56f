// SPDX-License-Identifier: MIT

import RexCore

/// The attempts with a time limit that have not returned.
///
/// After the time limit, the server may still accept the job. This counts unless the entry has
/// ended meanwhile.
final class OutboxLateAttempts<Action: Sendable>: Sendable {
    private struct Late: Sendable {
        let id: OutboxID
        let output: AnyActionHandler<Action>
        let revoke: @Sendable () -> Void
    }

    private let attempts = Lock<[ObjectIdentifier: Late]>([:])

    /// Adds an attempt of an entry, before it starts.
    func add(_ attempt: OutboxAttempt, of id: OutboxID, to output: AnyActionHandler<Action>) {
        let (output, revoke) = output.revocable()
        attempts.withLock { $0[ObjectIdentifier(attempt)] = Late(id: id, output: output, revoke: revoke) }
    }

    /// Dispatches the action of an attempt that has returned late, unless the entry has ended.
    ///
    /// - Parameter action: Nil if the attempt was in time, or if the server has not accepted the
    ///   job. Then the attempt is dropped.
    func finish(_ attempt: OutboxAttempt, with action: Action?, from source: ActionSource) {
        let key = ObjectIdentifier(attempt)
        // The action can be revoked until it is reduced, since another attempt may be accepted first.
        let late = attempts.withLock { action == nil ? $0.removeValue(forKey: key) : $0[key] }
        if let late, let action { late.output.dispatch(action, from: source) }
    }

    /// Drops the attempts of entries that have ended, and revokes their actions.
    func revoke(where hasEnded: (OutboxID) -> Bool) {
        let ended = attempts.withLock { attempts in
            let ended = attempts.filter { hasEnded($0.value.id) }
            for key in ended.keys { attempts[key] = nil }
            return ended
        }
        for late in ended.values { late.revoke() }
    }
}
