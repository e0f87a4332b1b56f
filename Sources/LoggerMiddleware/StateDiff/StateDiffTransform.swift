// SPDX-License-Identifier: MIT

import StateComparison

/// How the logger formats the state changes of an action.
///
/// Both states are walked in parallel with `Mirror`, so the state need not be `Equatable`. Parts
/// with equal bytes are skipped, so parts that the reducer didn't change cost almost nothing. After
/// a thousand parts were compared in detail, elements of collections are compared with `==` alone.
/// Values nested more than 64 levels deep aren't shown in detail.
///
/// Nothing is read that another thread may be writing. Actors are written as type and identity. So
/// are objects, unless all of their stored properties are `let` or the object describes itself.
/// Changes inside the same object aren't shown, nor is a changed function.
///
/// - Note: To compare states, the logger keeps the old state while the reducer runs, so each
///   collection that the reducer changes is copied once. ``newStateOnly`` and ``none`` keep
///   nothing.
public struct StateDiffTransform<StateType>: Sendable {
    private enum Kind {
        case nothing
        case new(@Sendable (StateType) -> String?)
        case change(@Sendable (StateType?, StateType) -> String?)
    }

    private let kind: Kind

    /// Writes the changed values like a diff: the old value after `-` and the new one after `+`.
    ///
    /// The context lines show where the change is. Each is the name of an enclosing property or
    /// element. Names beyond `linesOfContext` go into the first line, so none is lost.
    ///
    /// ```text
    ///   rows
    ///     [5000]
    /// -     title: "Tea"
    /// +     title: "Coffee"
    /// ```
    ///
    /// Inserted and removed elements of lists are written alone, at their new or old index.
    /// Adjacent changed fields share a line if they fit. Without a change, the text is
    /// `(state unchanged)`. It ends after a thousand changes.
    ///
    /// - Parameter linesOfContext: The maximum number of names on lines of their own. Negative
    ///   values count as 0.
    /// - Complexity: O(*n*) in the size of the state, and almost nothing for parts that share their
    ///   storage. O(*k* log *k*) in the number of changed keys, and of changed elements of sets.
    public static func diff(linesOfContext: Int = 2) -> StateDiffTransform {
        comparing { DiffText(changes: $0, linesOfContext: linesOfContext).text }
    }

    /// Writes one line for each changed value: its path, the old value and the new one.
    ///
    /// ```text
    /// rows[5000].title: "Tea" → "Coffee"
    /// rows[7]: removed Row(id: 7, title: "Milk")
    /// ```
    ///
    /// Without a change, the text is `(state unchanged)`. It ends after a thousand changes.
    ///
    /// - Complexity: Like ``diff(linesOfContext:)``.
    public static var recursive: StateDiffTransform {
        comparing { changes in changes.map(\.line).joined(separator: "\n") }
    }

    /// Writes the whole state after the action, on one line.
    ///
    /// - Complexity: O(*n*) in the size of the state, for each action.
    public static var newStateOnly: StateDiffTransform {
        StateDiffTransform(kind: .new { ValueText.whole($0) })
    }

    /// Writes nothing.
    ///
    /// The state isn't read.
    public static var none: StateDiffTransform {
        StateDiffTransform(kind: .nothing)
    }

    /// Writes the text that a function returns, or nothing if it returns nil.
    ///
    /// - Parameter makeText: Gets the state before and after the reducer. The logger always passes
    ///   the state before.
    public static func custom(
        _ makeText: @escaping @Sendable (StateType?, StateType) -> String?
    ) -> StateDiffTransform {
        StateDiffTransform(kind: .change(makeText))
    }

    /// Returns the text of a change, or nil if there is nothing to print.
    ///
    /// If `old` is nil, the text is the whole new state.
    public func text(from old: StateType?, to new: StateType) -> String? {
        switch kind {
        case .nothing: nil
        case .new(let makeText): makeText(new)
        case .change(let makeText): makeText(old, new)
        }
    }

    /// Whether the state has to be read before the reducer.
    var needsOldState: Bool {
        if case .change = kind { true } else { false }
    }

    /// Whether the state has to be read at all.
    var needsState: Bool {
        if case .nothing = kind { false } else { true }
    }

    private static func comparing(_ makeText: @escaping @Sendable ([StateChange]) -> String) -> StateDiffTransform {
        StateDiffTransform(
            kind: .change { old, new in
                guard let old else { return ValueText.whole(new) }
                let comparison = StateComparison(of: old, and: new)
                guard !comparison.changes.isEmpty else { return "(state unchanged)" }
                let text = makeText(comparison.changes)
                return comparison.isCut ? text + "\n… (more changes)" : text
            }
        )
    }
}
