// SPDX-License-Identifier: MIT

import RexCore

/// The owner of the task that sleeps until the next deadline of an engine's triggers.
///
/// Unchecked Sendable because of its variables, which are only used under the lock of the engine.
final class EffectTimer: StoreTaskOwner, @unchecked Sendable {
    let task = StoreTask()
    private let engine: EffectEngine
    /// The rule that the timer was started for.
    let rule: EffectRule
    /// The next wake-up time.
    var deadline: Duration { didSet { current?.withLock { $0 = deadline } } }
    /// How the timer ended if the engine has stopped it; otherwise nil.
    ///
    /// It has returned if another timer sleeps in place of it.
    var result: StoreTask.Ending?
    /// The deadline if a test controls the time, whose clock reads it under a lock.
    ///
    /// Otherwise nil, since an unnecessary wake-up is cheaper.
    let current: Lock<Duration>?

    init(for rule: EffectRule, _ deadline: Duration, in engine: EffectEngine, isVirtual: Bool) {
        self.rule = rule
        self.deadline = deadline
        self.engine = engine
        current = isVirtual ? Lock(deadline) : nil
    }

    /// The source of the trigger that is due next.
    var source: ActionSource? { engine.source(of: self) }

    var outcome: StoreTask.Ending? { engine.result(of: self) }

    /// Sleeps until each deadline, as long as there are any.
    func run() async {
        while let deadline = engine.deadline(of: self) {
            do {
                try await engine.sleep(until: deadline, or: current)
            } catch {
                guard let rule = engine.ruleIfWanted(self) else { return }
                report("\(rule) continues without waiting, since its clock failed: \(reportedText(of: error))")
                engine.advance(to: deadline)
            }
        }
    }
}
