// SPDX-License-Identifier: MIT

extension ModelEffects {
    /// Where runs are apart: the name of their rules, the element, the key.
    struct Place: Hashable {
        var group: Int
        var path: [Int]
        var key: Int?
    }

    struct Trigger {
        let script: Script
        let rule: Int
        let place: Place
        /// The numbers of the runs that it comes of.
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
        /// How many of its actions wait in the queue.
        var unprocessed = 0
        var lastWords = 0
        /// Those whose actions were revoked with their end.
        var revokedAttempts = 0

        var script: Script { trigger.script }

        init(_ number: Int, _ trigger: Trigger, _ pool: Pool) {
            (self.number, self.trigger, self.pool) = (number, trigger, pool)
        }
    }

    /// Whose runs one policy counts.
    final class Pool {
        let policy: ModelPolicy
        /// Whether that counts the runs of several keys together.
        let isShared: Bool
        var runs: [Run] = []
        var waiting: [Trigger] = []

        init(of group: ModelGroup) { (policy, isShared) = (group.policy, group.use != .on) }
    }

    /// A trigger that waits for a time.
    struct Wait {
        var trigger: Trigger
        var deadline: Int
        /// When its place began to wait.
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
        var isLastWord = false
    }
}
