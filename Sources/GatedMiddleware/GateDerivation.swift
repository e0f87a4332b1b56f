// SPDX-License-Identifier: MIT

import RexCore

/// The derivation of an action that a gate has dropped; it has no place in the code.
struct GateDerivation: ActionDerivation {
    static let kind = "gate"

    /// The type of the middleware behind the gate.
    let middleware: String

    var step: ActionSource.Step {
        ActionSource.Step(kind: GateDerivation.kind, text: "Gate of \(middleware)", file: "", function: "", line: 0)
    }

    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
