// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

/// How the logger writes an action and its source.
public struct ActionTransform<ActionType>: Sendable {
    private let makeText: @Sendable (ActionType, ActionSource) -> String

    /// Makes the text of an action, which may have several lines.
    ///
    /// A ``custom(_:)`` transform can use it to add something to the text of another one.
    public func text(of action: ActionType, from source: ActionSource) -> String {
        makeText(action, source)
    }

    /// One line: the action, the kind and the place of each derivation that led to it, the last one first, and where
    /// the first action was dispatched.
    ///
    /// ```
    /// didTapRow(id: 7) ← RowView.swift:12 body
    /// open(id: 7) ← bridge RowBridges.swift:4 ← RowView.swift:12 body
    /// ```
    public static var `default`: ActionTransform {
        ActionTransform { action, source in
            let file = source.file.split(separator: "/").last ?? ""
            let derivations = source.trail.reversed().filter { $0.kind != "dispatch" }
            return "\("\(action)".onOneLine)"
                + derivations.map { " ← \($0.kind) \($0.fileName):\($0.line)" }.joined()
                + " ← \(file):\(source.line) \(source.function)"
        }
    }

    /// The name of the action's case without its payload; the name of the type, if it is not an enum.
    ///
    /// A case without payload is written as the action describes itself.
    public static var actionNameOnly: ActionTransform {
        ActionTransform { action, _ in
            let mirror = Mirror(reflecting: action)
            guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
            return mirror.children.first?.label ?? "\(action)".onOneLine
        }
    }

    /// A box with the action, the file and line that dispatched it, the function, and the info or `<nil>`.
    ///
    /// It begins with an empty line. An action or an info of several lines stays inside: each
    /// further line has the edge of the box before it.
    ///
    /// ```
    ///
    /// ┌─▶ didTapRow(id: 7)
    /// │ source: App/RowView.swift:12
    /// │ function: body
    /// │ info: <nil>
    /// └────────────────────
    /// ```
    public static var box: ActionTransform {
        ActionTransform { action, source in
            let nextLine = "\n│ "
            return """

                ┌─▶ \("\(action)".joiningLines(with: nextLine))
                │ source: \(source.file):\(source.line)
                │ function: \(source.function)
                │ info: \((source.info ?? "<nil>").joiningLines(with: nextLine))
                └────────────────────
                """
        }
    }

    /// A text that a function makes.
    public static func custom(
        _ makeText: @escaping @Sendable (ActionType, ActionSource) -> String
    ) -> ActionTransform {
        ActionTransform(makeText: makeText)
    }
}
