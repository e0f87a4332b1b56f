// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// A feature for an alert or a dialog, which sends the user's choice to the parent.
    ///
    /// ```swift
    /// Feature.confirming(AppAction.prisms.alert, state: \.alert, sending: AppAction.chosen)
    /// ```
    ///
    /// The choice ends the confirmation in the same action, so a second tap has no effect. React to
    /// the sent action, not to the choice. The store refuses a choice that no button of the
    /// confirmation has.
    ///
    /// - Parameters:
    ///   - path: The case of the actions.
    ///   - state: The path from the state to the confirmation.
    ///   - action: Returns the action for a choice. Usually the name of its case.
    @inlinable public static func confirming<Choice: Sendable & Equatable>(
        _ path: CasePath<ActionType, PresentationAction<Choice>>,
        state: any WritableKeyPath<StateType, Presented<Confirmation<Choice>>> & Sendable,
        sending action: @escaping @Sendable (Choice) -> ActionType
    ) -> Feature {
        Feature<Choice, Confirmation<Choice>, Dependencies>.identity
            .refusing(
                absentPartsOf: Feature<Choice, Choice, Dependencies>.identity,
                address: { (id: $0, action: nil) },
                part: { choice, confirmation in confirmation.buttons.contains { $0.choice == choice } ? choice : nil },
                reason: { "no button of the confirmation has the choice \($0)" }
            )
            .liftToPresented(case: path, state: state, ends: { $0 }, sending: action)
    }

    /// A feature for an alert or a dialog whose choices can't be compared.
    ///
    /// It sends each choice, also one that no button has. See the form for `Equatable` choices.
    @inlinable public static func confirming<Choice: Sendable>(
        _ path: CasePath<ActionType, PresentationAction<Choice>>,
        state: any WritableKeyPath<StateType, Presented<Confirmation<Choice>>> & Sendable,
        sending action: @escaping @Sendable (Choice) -> ActionType
    ) -> Feature {
        Feature<Choice, Confirmation<Choice>, Dependencies>.identity
            .liftToPresented(case: path, state: state, ends: { $0 }, sending: action)
    }
}
