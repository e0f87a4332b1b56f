// SPDX-License-Identifier: MIT

import RexCore

/// The task that sleeps until the next trigger of a store's effects is due that waits for a moment.
///
/// It is unchecked Sendable because of its variable. It is safe because only who has the lock of the engine uses it.
final class EffectTimer: StoreTask, @unchecked Sendable {
    private let engine: EffectEngine
    /// The rule for which it was started.
    let rule: EffectRule
    /// When it wakes up.
    var deadline: Duration

    init(for rule: EffectRule, _ deadline: Duration, in engine: EffectEngine) {
        self.rule = rule
        self.deadline = deadline
        self.engine = engine
        super.init()
    }

    /// That of the trigger which is due next.
    override var source: ActionSource? { engine.source(of: self) }

    /// Sleeps, and lets happen what is due, until nothing waits.
    func run() async {
        while let deadline = engine.deadline(of: self) {
            do {
                try await engine.sleep(until: deadline)
            } catch {
                guard let rule = engine.ruleIfWanted(self) else { return }
                report("\(rule) cannot wait for its time, so it does not: \(error)")
                engine.letPass(deadline)
            }
        }
    }
}
