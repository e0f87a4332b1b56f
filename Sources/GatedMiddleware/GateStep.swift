// SPDX-License-Identifier: MIT

import RexCore

/// The gate that has dropped something; it has no place in the code.
struct GateStep: ActionDerivation {
    static let kind = "gate"

    /// The type of what is behind it.
    let middleware: String

    var step: ActionSource.Step {
        ActionSource.Step(kind: GateStep.kind, text: "Gate of \(middleware)", file: "", function: "", line: 0)
    }

    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
