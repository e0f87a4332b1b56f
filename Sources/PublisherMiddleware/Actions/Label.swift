// SPDX-License-Identifier: MIT

/// The name of a publisher action.
///
/// A value apart from the action, so that the source of a dispatched action can name the publisher
/// action without keeping it alive.
struct Label: Sendable {
    private let kind: String
    private let state: any Any.Type
    private let text: String?

    init(kind: String, state: any Any.Type, text: String?) {
        self.kind = kind
        self.state = state
        self.text = text
    }

    /// The name without `text`, which may contain values of an action.
    var kindDescription: String { "[\(kind)<\(state)>]" }

    var description: String {
        kindDescription + (text.map { " " + $0 } ?? "")
    }

    func description(count: Int) -> String {
        description + " (\(count) cancellable\(count == 1 ? "" : "s"))"
    }
}
