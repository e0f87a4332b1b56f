// SPDX-License-Identifier: MIT

internal import RexCore

/// The derivation of an action that a publisher action dispatched.
///
/// It doesn't keep the publisher action alive.
struct PublisherStep: ActionDerivation {
    let label: Label
    /// The source of the publisher action.
    let source: ActionSource

    var step: ActionSource.Step { step(label.description) }

    func step(writing write: (Any) -> String) -> ActionSource.Step { step(label.kindDescription) }

    private func step(_ label: String) -> ActionSource.Step {
        .init(kind: "publisher", text: "Dispatched by \(label)", at: source)
    }
}
