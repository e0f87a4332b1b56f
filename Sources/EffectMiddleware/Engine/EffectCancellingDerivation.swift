// SPDX-License-Identifier: MIT

import RexCore

/// The derivation of a task that cancels runs, for observers of tasks.
struct EffectCancellingDerivation: ActionDerivation {
    let rule: EffectRule

    var step: ActionSource.Step { .init(kind: "effect", text: "Cancelling of \(rule.text)", at: rule.call) }

    // It contains names and locations of the code alone.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
