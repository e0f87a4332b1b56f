// SPDX-License-Identifier: MIT

import RexCore

struct GateDerivation: ActionDerivation {
    let call: ActionSource

    var step: ActionSource.Step { .init(kind: "gate", text: "Gate at \(call.place)", at: call) }

    // It contains names and locations of the code alone.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
