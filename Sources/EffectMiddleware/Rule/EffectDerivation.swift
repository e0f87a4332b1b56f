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
        let call = rule.call
        return .here(
            kind: "effect",
            text: isDelay ? "Delay of \(rule.text)" : rule.text,
            key: slotID.keyText,
            file: call.file,
            function: call.function,
            line: call.line
        )
    }

    // The name of the rule is part of the code. The key may be data of an action or the state, or
    // the id of an element.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step.hidingKey(of: step) }
}
