// SPDX-License-Identifier: MIT

import RexCore

/// The task that sleeps until the next deadline of an engine's triggers.
///
/// It is unchecked Sendable because of its variable. That is safe because it is only used under the
/// lock of the engine.
final class EffectTimer: StoreTask, @unchecked Sendable {
    private let engine: EffectEngine
    /// The rule for which it was started.
    let rule: EffectRule
    /// The time at which it wakes up.
    var deadline: Duration
    /// Postpones the current sleep where a test moves the time; nil elsewhere, where one wake-up too
    /// many costs less.
    let alarm: VirtualAlarm?

    init(for rule: EffectRule, _ deadline: Duration, in engine: EffectEngine, isVirtual: Bool) {
        self.rule = rule
        self.deadline = deadline
        self.engine = engine
        alarm = isVirtual ? VirtualAlarm() : nil
        super.init()
    }

    /// The source of the trigger that is due next.
    override var source: ActionSource? { engine.source(of: self) }

    /// Sleeps until each deadline, until nothing waits for one.
    func run() async {
        while let deadline = engine.deadline(of: self) {
            do {
                try await engine.sleep(until: deadline, alarm)
            } catch {
                guard let rule = engine.ruleIfWanted(self) else { return }
                report("\(rule) cannot wait for its time, so it does not: \(error)")
                engine.advance(to: deadline)
            }
        }
    }
}
