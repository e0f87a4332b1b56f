// SPDX-License-Identifier: MIT

/// An alert or a confirmation dialog as a value: its texts, and the choice that each button makes.
///
/// ```swift
/// enum Choice: Sendable, Equatable { case delete }
///
/// state.alert.present(
///     Dialog(
///         "Delete this note?",
///         buttons: [.init("Delete", role: .destructive, choice: .delete), .init("Keep it", role: .cancel)]
///     )
/// )
/// ```
///
/// Keep it in a ``Presented``, and lift it with `Feature.dialog`. Its only action is the choice,
/// which also ends it. A button without a choice only ends it.
public struct Dialog<Choice> {
    /// The question, or another title.
    public var title: String
    /// The text below the title, or nil.
    public var message: String?
    /// The buttons, in their order.
    public var buttons: [DialogButton<Choice>]

    /// Creates a dialog with a list of buttons.
    public init(_ title: String, message: String? = nil, buttons: [DialogButton<Choice>]) {
        self.title = title
        self.message = message
        self.buttons = buttons
    }
}

/// A button of a ``Dialog``.
public struct DialogButton<Choice> {
    /// The text of the button.
    public var title: String
    /// The meaning of the button for the system's look and keys, or nil for an ordinary one.
    public var role: DialogRole?
    /// The choice that is sent, or nil if the button only ends the dialog.
    public var choice: Choice?

    /// Creates a button.
    ///
    /// Without a choice, it only ends the dialog.
    public init(_ title: String, role: DialogRole? = nil, choice: Choice? = nil) {
        self.title = title
        self.role = role
        self.choice = choice
    }

    /// Returns the action that a view sends when the user presses this button.
    ///
    /// - Parameter id: The id of the dialog's presentation.
    public func action(for id: PresentationID) -> PresentationAction<Choice> {
        choice.map { .presented(id, $0) } ?? .dismissed(id)
    }
}

/// The meaning of a button in a ``Dialog``.
public enum DialogRole: String, Hashable, Sendable, Codable {
    /// The button leaves everything as it is.
    case cancel
    /// The button removes something.
    case destructive
}

extension Dialog: Sendable where Choice: Sendable {}
extension Dialog: Equatable where Choice: Equatable {}
extension Dialog: Hashable where Choice: Hashable {}
extension Dialog: Encodable where Choice: Encodable {}
extension Dialog: Decodable where Choice: Decodable {}

extension DialogButton: Sendable where Choice: Sendable {}
extension DialogButton: Equatable where Choice: Equatable {}
extension DialogButton: Hashable where Choice: Hashable {}
extension DialogButton: Encodable where Choice: Encodable {}
extension DialogButton: Decodable where Choice: Decodable {}
