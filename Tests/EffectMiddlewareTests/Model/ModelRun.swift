// SPDX-License-Identifier: MIT

extension ModelEffects {
    /// The identity of a slot: the name of the rules, the element, the key.
    struct Place: Hashable {
        var group: Int
        var path: [Int]
        var key: Int?
    }

    struct Trigger {
        let script: Script
        let rule: Int
        let place: Place
        /// The numbers of the runs that caused it.
        let lineage: Set<Int>
    }

    final class Run {
        let number: Int
        let trigger: Trigger
        let pool: Pool
        var attempt = 0
        var isAboutToBegin = false
        var isCancelled = false
        var isTimedOut = false
        /// Whether it waits for its next attempt.
        var isResting = false
        var hasReturned = false
        /// The number of its actions in the queue.
        var unprocessed = 0
        var finalActions = 0
        /// Runs whose queued actions were revoked when they ended.
        var revokedAttempts = 0

        var script: Script { trigger.script }

        init(_ number: Int, _ trigger: Trigger, _ pool: Pool) {
            (self.number, self.trigger, self.pool) = (number, trigger, pool)
        }
    }

    /// The runs that count together for a policy.
    final class Pool {
        let policy: ModelPolicy
        /// Whether it counts the runs of several keys together.
        let isShared: Bool
        var runs: [Run] = []
        var waiting: [Trigger] = []

        init(of group: ModelGroup) { (policy, isShared) = (group.policy, group.use != .on) }
    }

    /// A trigger that waits for a time.
    struct Wait {
        var trigger: Trigger
        var deadline: Int
        /// When its slot started to wait.
        var number: Int
    }

    struct Sleeper {
        var deadline: Int
        var rank: Int
        var number: Int
        var wake: () -> Void
    }

    /// An action in the queue.
    struct Sent {
        var move: Move
        var run: Run?
        var attempt = 0
        var isFinalAction = false
    }
}
