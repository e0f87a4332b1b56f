// SPDX-License-Identifier: MIT

import RexCore

/// The derivation of an action that a run has sent.
struct EffectDerivation: ActionDerivation {
    let rule: EffectRule
    let slotID: EffectSlotID
    /// The number of the run, or 0 if no run has sent anything.
    var run = 0
    /// Whether it stands for the delay of a trigger before its run.
    var isDelay = false

    var step: ActionSource.Step {
        let text = isDelay ? "Delay of \(rule.text)" : rule.text
        return .init(kind: "effect", text: text, key: slotID.keyText, at: rule.call)
    }

    // The name of the rule is part of the code. The key may be data of an action or the state, or
    // the id of an element.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step.hidingKey(of: step) }
}
