// SPDX-License-Identifier: MIT

/// An alert or a confirmation dialog as a value: its texts, and the choice that each button makes.
///
/// ```swift
/// enum Choice: Sendable, Equatable { case delete }
///
/// state.alert.present(
///     Confirmation(
///         "Delete this note?",
///         buttons: [.init("Delete", role: .destructive, choice: .delete), .init("Keep it", role: .cancel)]
///     )
/// )
/// ```
///
/// Keep it in a ``Presented``, and lift it with `Feature.confirming`. Its only action is the choice,
/// which also ends it. A button without a choice only ends it.
public struct Confirmation<Choice> {
    /// The question, or another title.
    public var title: String
    /// The text below the title, or nil.
    public var message: String?
    /// The buttons, in their order.
    public var buttons: [ConfirmationButton<Choice>]

    /// Creates a confirmation with a list of buttons.
    public init(_ title: String, message: String? = nil, buttons: [ConfirmationButton<Choice>]) {
        self.title = title
        self.message = message
        self.buttons = buttons
    }
}

/// A button of a ``Confirmation``.
public struct ConfirmationButton<Choice> {
    /// The text of the button.
    public var title: String
    /// The meaning of the button for the system's look and keys, or nil for an ordinary one.
    public var role: ConfirmationRole?
    /// The choice that is sent, or nil if the button only ends the confirmation.
    public var choice: Choice?

    /// Creates a button.
    ///
    /// Without a choice, it only ends the confirmation.
    public init(_ title: String, role: ConfirmationRole? = nil, choice: Choice? = nil) {
        self.title = title
        self.role = role
        self.choice = choice
    }

    /// Returns the action that a view sends when the user presses this button.
    ///
    /// - Parameter id: The id of the confirmation's presentation.
    public func action(for id: PresentationID) -> PresentationAction<Choice> {
        choice.map { .presented(id, $0) } ?? .dismissed(id)
    }
}

/// The meaning of a button in a ``Confirmation``.
public enum ConfirmationRole: String, Hashable, Sendable, Codable {
    /// The button leaves everything as it is.
    case cancel
    /// The button removes something.
    case destructive
}

extension Confirmation: Sendable where Choice: Sendable {}
extension Confirmation: Equatable where Choice: Equatable {}
extension Confirmation: Hashable where Choice: Hashable {}
extension Confirmation: Encodable where Choice: Encodable {}
extension Confirmation: Decodable where Choice: Decodable {}

extension ConfirmationButton: Sendable where Choice: Sendable {}
extension ConfirmationButton: Equatable where Choice: Equatable {}
extension ConfirmationButton: Hashable where Choice: Hashable {}
extension ConfirmationButton: Encodable where Choice: Encodable {}
extension ConfirmationButton: Decodable where Choice: Decodable {}
