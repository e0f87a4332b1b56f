// SPDX-License-Identifier: MIT

internal import RexCore

/// How an action came from a publisher action, which it does not keep alive.
struct PublisherStep: ActionDerivation {
    let label: Label
    /// Where the publisher action was dispatched.
    let source: ActionSource

    var step: ActionSource.Step { step(label.description) }

    func step(writing write: (Any) -> String) -> ActionSource.Step { step(label.kindDescription) }

    private func step(_ label: String) -> ActionSource.Step {
        .here(
            kind: "publisher",
            text: "Dispatched by \(label)",
            file: source.file,
            function: source.function,
            line: source.line
        )
    }
}
