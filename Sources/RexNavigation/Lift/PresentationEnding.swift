// SPDX-License-Identifier: MIT

/// An action of a presented feature that ends its presentation, with the result for the parent.
///
/// ```swift
/// editor.liftToPresented(
///     case: DetailAction.prisms.editor,
///     state: \.editor,
///     ends: .when(\.done, sending: DetailAction.edited), .when(\.isCancelled)
/// )
/// ```
public struct PresentationEnding<Action, Parent>: Sendable {
    /// Returns whether the action ends the presentation.
    @usableFromInline let ends: @Sendable (Action) -> Bool
    /// Returns the action for the parent, or nil if the presentation ends without a result.
    @usableFromInline let result: (@Sendable (PresentationID, Action) -> Parent?)?

    @inlinable init(
        ends: @escaping @Sendable (Action) -> Bool,
        result: (@Sendable (PresentationID, Action) -> Parent?)?
    ) {
        self.ends = ends
        self.result = result
    }

    /// Ends the presentation and sends its result to the parent.
    ///
    /// - Parameters:
    ///   - ending: Returns the result, or nil for actions that don't end the presentation.
    ///   - action: Returns the action for the parent. Usually the name of its case.
    @inlinable public static func when<Result>(
        _ ending: @escaping @Sendable (Action) -> Result?,
        sending action: @escaping @Sendable (Result) -> Parent
    ) -> Self {
        when(ending) { _, result in action(result) }
    }

    /// Ends the presentation and sends its result to the parent, with the id of the presentation.
    @inlinable public static func when<Result>(
        _ ending: @escaping @Sendable (Action) -> Result?,
        sending action: @escaping @Sendable (PresentationID, Result) -> Parent
    ) -> Self {
        Self(ends: { ending($0) != nil }, result: { id, local in ending(local).map { action(id, $0) } })
    }

    /// Ends the presentation and sends an action to the parent, or none.
    ///
    /// - Parameters:
    ///   - isEnding: Returns whether an action ends the presentation. Usually a case without payload,
    ///     such as `\.isCancelled`.
    ///   - action: The action for the parent, or nil to end without a result.
    @inlinable public static func when(
        _ isEnding: @escaping @Sendable (Action) -> Bool,
        sending action: Parent? = nil
    ) -> Self where Parent: Sendable {
        guard let action else { return Self(ends: isEnding, result: nil) }
        return Self(ends: isEnding) { _, _ in action }
    }
}
