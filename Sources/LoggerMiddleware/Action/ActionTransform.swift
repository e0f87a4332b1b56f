// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

/// The form in which the logger writes an action and its source.
///
/// Actions are written as Swift would write them, without the modules of types and with the first
/// thousand of their values, except in a ``box``. Control characters, which a terminal would obey,
/// are replaced: `\u{1b}` stands for an escape. Only a ``custom(_:)`` transform decides that itself.
public struct ActionTransform<ActionType>: Sendable {
    private let makeText: @Sendable (ActionType, ActionSource) -> String

    /// Makes the text of an action, which may have several lines.
    ///
    /// A ``custom(_:)`` transform can use it to add something to the text of another one.
    public func text(of action: ActionType, from source: ActionSource) -> String {
        makeText(action, source)
    }

    /// One line: the action, the kind and the place of each derivation that led to it, the last one
    /// first, and where the first action was dispatched.
    ///
    /// ```
    /// didTapRow(id: 7) ← RowView.swift:12 body
    /// open(id: 7) ← bridge RowBridges.swift:4 ← RowView.swift:12 body
    /// ```
    public static var `default`: ActionTransform {
        ActionTransform { action, source in
            let file = source.file.split(separator: "/").last ?? ""
            let derivations = source.trail.reversed().filter { $0.kind != "dispatch" }
            let places =
                derivations.map { " ← \($0.kind) \($0.fileName):\($0.line)" }.joined()
                + " ← \(file):\(source.line) \(source.function)"
            return ValueText.bounded(action) + places.visible
        }
    }

    /// The name of the action's case without its payload; the name of the type, if it is not an
    /// enum.
    ///
    public static var actionNameOnly: ActionTransform {
        ActionTransform { action, _ in
            EnumCases.name(of: action) ?? "\(type(of: action))"
        }
    }

    /// A box with the action, the file and line that dispatched it, the function, and the info or
    /// `<nil>`.
    ///
    /// The action is written as `"\(action)"` writes it, with the modules of types, and so are the
    /// actions in the info. The box begins with an empty line. An action or an info of several lines
    /// stays inside: each further line has the edge of the box before it.
    ///
    /// ```
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

    /// A text inside of the box.
    private static func boxed(_ text: String) -> String {
        text.joiningLines(with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).visible }.joined(separator: "\n│ ")
    }

    /// A text that a function makes.
    public static func custom(
        _ makeText: @escaping @Sendable (ActionType, ActionSource) -> String
    ) -> ActionTransform {
        ActionTransform(makeText: makeText)
    }
}
