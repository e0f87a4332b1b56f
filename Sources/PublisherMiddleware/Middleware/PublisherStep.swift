// SPDX-License-Identifier: MIT

internal import RexCore

/// How an action came from a publisher action, which it does not keep alive.
struct PublisherStep: ActionDerivation {
    let label: Label
    /// Where the publisher action was dispatched.
    let source: ActionSource

    var step: ActionSource.Step {
        .here(
            kind: "publisher",
            text: "Dispatched by \(label.description)",
            file: source.file,
            function: source.function,
            line: source.line
        )
    }
}
