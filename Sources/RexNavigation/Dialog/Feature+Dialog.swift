// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// A feature for an alert or a dialog, which sends the user's choice to the parent.
    ///
    /// ```swift
    /// Feature.dialog(AppAction.prisms.alert, state: \.alert, sending: AppAction.chosen)
    /// ```
    ///
    /// The choice ends the dialog in the same action, so a second tap has no effect. React to the
    /// sent action, not to the choice. The store refuses a choice that no button of the dialog has.
    ///
    /// - Parameters:
    ///   - path: The case of the actions.
    ///   - state: The path from the state to the dialog.
    ///   - action: Returns the action for a choice. Usually the name of its case.
    @inlinable public static func dialog<Choice: Sendable & Equatable>(
        _ path: CasePath<ActionType, PresentationAction<Choice>>,
        state: any WritableKeyPath<StateType, Presented<Dialog<Choice>>> & Sendable,
        sending action: @escaping @Sendable (Choice) -> ActionType
    ) -> Feature {
        Feature<Choice, Choice, Dependencies>.identity
            .lift(
                Lift(
                    address: { (id: $0, action: nil) },
                    part: { choice, dialog in dialog.buttons.contains { areSame($0.choice, choice) } ? choice : nil },
                    reason: { "no button of the dialog has the choice \($0)" },
                    reduce: { _ in { (_: Choice, _: inout Dialog<Choice>) in } },
                    middleware: { _, _ in .identity }
                )
            )
            .lift(.case(path, presented: state, ends: .when({ $0 }, sending: action)))
    }

    /// A feature for an alert or a dialog whose choices can't be compared.
    ///
    /// It sends each choice, also one that no button has. See the form for `Equatable` choices.
    @inlinable public static func dialog<Choice: Sendable>(
        _ path: CasePath<ActionType, PresentationAction<Choice>>,
        state: any WritableKeyPath<StateType, Presented<Dialog<Choice>>> & Sendable,
        sending action: @escaping @Sendable (Choice) -> ActionType
    ) -> Feature {
        Feature<Choice, Dialog<Choice>, Dependencies>.identity
            .lift(.case(path, presented: state, ends: .when({ $0 }, sending: action)))
    }
}
