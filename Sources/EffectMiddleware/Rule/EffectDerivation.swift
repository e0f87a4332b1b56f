// SPDX-License-Identifier: MIT

import RexCore

/// The derivation of an action from a run that has sent it.
struct EffectDerivation: ActionDerivation {
    let rule: EffectRule
    let slotID: EffectSlotID
    /// The number of the run; 0 where no run has sent anything.
    var run = 0
    /// True for the time that a trigger waits before its run.
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

    // The name of the rule is code; the key may hold data of an action, the state, or the id of an
    // element.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step.hidingKey(of: step) }
}
