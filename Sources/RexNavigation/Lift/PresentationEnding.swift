// SPDX-License-Identifier: MIT

public import RexCore

/// An action of a presented feature that ends its presentation, with the result for the parent.
///
/// ```swift
/// editor.lift(
///     .case(
///         DetailAction.prisms.editor,
///         presented: \.editor,
///         ends: .when(\.isDone, state: { .edited($0.text) }), .when(\.isCancelled)
///     )
/// )
/// ```
///
/// `state:` makes the result from the state of the presentation, `sending:` from the value of the
/// action.
public struct PresentationEnding<Action, State, GlobalAction>: Sendable {
    /// How an ending makes the action for the parent.
    @usableFromInline enum Result: Sendable {
        case none
        /// Returns it from the id and the action that ends the presentation.
        case ofAction(@Sendable (PresentationID, Action) -> GlobalAction?)
        /// Returns it from the id and the state that the action leaves.
        case ofState(@Sendable (PresentationID, State) -> GlobalAction)
    }

    /// Returns whether the action ends the presentation.
    @usableFromInline let ends: @Sendable (Action) -> Bool
    @usableFromInline let result: Result

    @inlinable init(ends: @escaping @Sendable (Action) -> Bool, result: Result) {
        self.ends = ends
        self.result = result
    }

    /// The entry of this ending in a map.
    @usableFromInline var mapEntry: FeatureMap {
        let result =
            switch result {
            case .none: ""
            case .ofAction: ", sends an action"
            case .ofState: ", sends an action made from the state"
            }
        return FeatureMap(kind: "ending", text: "Ends by a function of the action\(result)")
    }

    /// Ends the presentation and sends its result to the parent.
    ///
    /// - Parameters:
    ///   - ending: Returns the result, or nil for actions that don't end the presentation.
    ///   - action: Returns the action for the parent. Usually the name of its case.
    @inlinable public static func when<Value>(
        _ ending: @escaping @Sendable (Action) -> Value?,
        sending action: @escaping @Sendable (Value) -> GlobalAction
    ) -> Self {
        when(ending, sending: { _, value in action(value) })
    }

    /// Ends the presentation and sends its result to the parent, with the id of the presentation.
    @inlinable public static func when<Value>(
        _ ending: @escaping @Sendable (Action) -> Value?,
        sending action: @escaping @Sendable (PresentationID, Value) -> GlobalAction
    ) -> Self {
        Self(ends: { ending($0) != nil }, result: .ofAction { id, local in ending(local).map { action(id, $0) } })
    }

    /// Ends the presentation and sends an action to the parent, or none.
    ///
    /// - Parameters:
    ///   - isEnding: Returns whether an action ends the presentation. Usually a case without payload,
    ///     such as `\.isCancelled`.
    ///   - action: The action for the parent, or nil to end without a result.
    @inlinable public static func when(
        _ isEnding: @escaping @Sendable (Action) -> Bool,
        sending action: GlobalAction? = nil
    ) -> Self where GlobalAction: Sendable {
        guard let action else { return Self(ends: isEnding, result: .none) }
        return Self(ends: isEnding, result: .ofAction { _, _ in action })
    }

    /// Ends the presentation and sends an action to the parent, with the id of the presentation.
    ///
    /// - Parameters:
    ///   - isEnding: Returns whether an action ends the presentation.
    ///   - action: Returns the action for the parent from the id of the presentation.
    @inlinable public static func when(
        _ isEnding: @escaping @Sendable (Action) -> Bool,
        sending action: @escaping @Sendable (PresentationID) -> GlobalAction
    ) -> Self {
        Self(ends: isEnding, result: .ofAction { id, _ in action(id) })
    }
}

extension PresentationEnding {
    /// Ends the presentation and sends a result from its state to the parent.
    ///
    /// ```swift
    /// editor.lift(
    ///     .case(
    ///         DetailAction.prisms.editor,
    ///         presented: \.editor,
    ///         ends: .when(\.isDone, state: { .edited($0.text) })
    ///     )
    /// )
    /// ```
    ///
    /// The closure gets the state that the lifted feature's own reducer leaves for the action that ends
    /// the presentation. It doesn't see what reducers of the parent change in the same action. The
    /// closure is called before the store reduces the action, and the result is dispatched after it.
    ///
    /// - Parameters:
    ///   - isEnding: Returns whether an action ends the presentation. Usually a case without payload,
    ///     such as `\.isDone`.
    ///   - action: Returns the action for the parent from the state of the presentation.
    /// - Complexity: For an action that matches, the feature's reducer runs a second time, on a copy of
    ///   the presentation's state, and copies each collection that it changes. Other actions cost
    ///   nothing more.
    @inlinable public static func when(
        _ isEnding: @escaping @Sendable (Action) -> Bool,
        state action: @escaping @Sendable (State) -> GlobalAction
    ) -> Self {
        Self(ends: isEnding, result: .ofState { _, state in action(state) })
    }

    /// Ends the presentation and sends a result from its id and its state to the parent.
    ///
    /// Use it if several screens are open. For the state and the cost, see the form without an id.
    ///
    /// - Parameters:
    ///   - isEnding: Returns whether an action ends the presentation.
    ///   - action: Returns the action for the parent from the id and the state of the presentation.
    @inlinable public static func when(
        _ isEnding: @escaping @Sendable (Action) -> Bool,
        state action: @escaping @Sendable (PresentationID, State) -> GlobalAction
    ) -> Self {
        Self(ends: isEnding, result: .ofState(action))
    }

    /// Ends the presentation with a case that has a payload, and sends a result from its state to the
    /// parent.
    ///
    /// The closure gets the state and not the payload. The cost is that of the form for a case without
    /// a payload.
    ///
    /// - Parameters:
    ///   - ending: Returns nil for actions that don't end the presentation. Usually a case, such as
    ///     `\.saved`.
    ///   - action: Returns the action for the parent from the state of the presentation.
    @inlinable public static func when<Value>(
        _ ending: @escaping @Sendable (Action) -> Value?,
        state action: @escaping @Sendable (State) -> GlobalAction
    ) -> Self {
        when({ ending($0) != nil }, state: action)
    }

    /// Ends the presentation with a case that has a payload, and sends a result from its id and its
    /// state to the parent.
    ///
    /// - Parameters:
    ///   - ending: Returns nil for actions that don't end the presentation.
    ///   - action: Returns the action for the parent from the id and the state of the presentation.
    @inlinable public static func when<Value>(
        _ ending: @escaping @Sendable (Action) -> Value?,
        state action: @escaping @Sendable (PresentationID, State) -> GlobalAction
    ) -> Self {
        when({ ending($0) != nil }, state: action)
    }
}
