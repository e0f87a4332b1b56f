// SPDX-License-Identifier: MIT

import RexCore

/// The derivation of an action that a closed gate has dropped.
struct GateDerivation: ActionDerivation {
    static let kind = "gate"

    /// The name of the gate's feature, if it has one.
    let name: String?
    let call: ActionSource

    var step: ActionSource.Step {
        let fileName = call.file.split(separator: "/").last ?? ""
        return ActionSource.Step(
            kind: GateDerivation.kind,
            text: "Gate\(name.map { " \($0)" } ?? "") at \(fileName):\(call.line)",
            file: call.file,
            function: call.function,
            line: call.line
        )
    }

    // It contains names and locations of the code alone.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
