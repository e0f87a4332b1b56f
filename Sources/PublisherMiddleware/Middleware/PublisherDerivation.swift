// SPDX-License-Identifier: MIT

internal import RexCore

/// How an action came from a publisher action, which it does not keep alive.
final class PublisherDerivation: ActionSource.Derivation {
    let past: ActionSource.Past
    private let label: Label

    init(from source: ActionSource, label: Label) {
        past = source.past
        self.label = label
    }

    var line: String { "Dispatched by \(label.description)" }
}
