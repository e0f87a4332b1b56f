// SPDX-License-Identifier: MIT

import RexCore

struct GateDerivation: ActionDerivation {
    let call: ActionSource

    var step: ActionSource.Step {
        let fileName = call.file.split(separator: "/").last ?? ""
        return ActionSource.Step(
            kind: "gate",
            text: "Gate at \(fileName):\(call.line)",
            file: call.file,
            function: call.function,
            line: call.line
        )
    }

    // It contains names and locations of the code alone.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
