// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

/// How the logger formats an action and its source.
///
/// Actions are written in Swift syntax, without the modules of types and with at most a thousand of
/// their values. Only ``box`` writes them differently. Control characters, which a terminal would
/// execute, are replaced: an escape becomes `\u{1b}`. A ``custom(_:)`` transform has to do that
/// itself.
public struct ActionTransform<ActionType>: Sendable {
    private let makeText: @Sendable (ActionType, ActionSource) -> String

    /// Returns the text of an action.
    ///
    /// It may have several lines.
    ///
    /// A ``custom(_:)`` transform can call it to extend the text of another transform.
    public func text(of action: ActionType, from source: ActionSource) -> String {
        makeText(action, source)
    }

    /// Writes one line: the action, then the kind and location of each derivation that led to it,
    /// newest first, then where the first action was dispatched.
    ///
    /// ```text
    /// didTapRow(id: 7) ← RowView.swift:12 body
    /// open(id: 7) ← bridge RowBridges.swift:4 ← RowView.swift:12 body
    /// ```
    public static var `default`: ActionTransform {
        ActionTransform { action, source in
            let derivations = source.trail.reversed().filter { $0.kind != "dispatch" }
            let locations =
                derivations.map { " ← \($0.kind) \($0.place)" }.joined()
                + " ← \(source.place) \(source.function)"
            return ValueText.bounded(action) + locations.visible
        }
    }

    /// Writes the name of the action's case without its payload, or the type's name if the action
    /// isn't an enum.
    ///
    public static var actionNameOnly: ActionTransform {
        ActionTransform { action, _ in
            EnumCases.name(of: action) ?? "\(type(of: action))"
        }
    }

    /// Writes a box with the action, the file and line that dispatched it, the function, and the
    /// info or `<nil>`.
    ///
    /// The action is written as `"\(action)"`, with the modules of types. So are the actions in the
    /// info. The box starts with an empty line. An action or info of several lines stays inside the
    /// box: each further line is prefixed with its edge.
    ///
    /// ```text
    ///
    /// ┌─▶ lifecycle(AppLifecycleMiddleware.AppLifecycleAction.didBecomeActive)
    /// │ source: AppLifecycleMiddleware/AppLifecycleMiddleware.swift:118
    /// │ function: receiveContext(getState:output:)
    /// │ info: <nil>
    /// └────────────────────
    /// ```
    public static var box: ActionTransform {
        ActionTransform { action, source in
            """

            ┌─▶ \(boxed("\(action)"))
            │ source: \("\(source.file):\(source.line)".visible)
            │ function: \(source.function.visible)
            │ info: \(boxed(source.info ?? "<nil>"))
            └────────────────────
            """
        }
    }

    /// Returns the text with the edge of the box before each further line.
    private static func boxed(_ text: String) -> String {
        text.joiningLines(with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).visible }.joined(separator: "\n│ ")
    }

    /// Writes the text that `makeText` returns.
    public static func custom(
        _ makeText: @escaping @Sendable (ActionType, ActionSource) -> String
    ) -> ActionTransform {
        ActionTransform(makeText: makeText)
    }
}
