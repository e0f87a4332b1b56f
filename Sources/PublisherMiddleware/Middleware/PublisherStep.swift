// SPDX-License-Identifier: MIT

internal import RexCore

/// The step of a trail from a publisher action, which it does not keep alive.
struct PublisherStep: ActionDerivation {
    let label: Label
    /// The source of the publisher action.
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
