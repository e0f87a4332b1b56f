// SPDX-License-Identifier: MIT

import StateComparison

/// The form in which the logger writes the changes of an action.
///
/// A difference is found by walking both states at once with `Mirror`; the state need not be
/// `Equatable`. Parts whose bytes are equal are skipped, so what the reducer did not touch costs
/// next to nothing. After a thousand parts that had to be looked at, elements of collections that
/// call themselves equal are believed. What lies deeper than 64 values is not shown in detail.
///
/// Nothing is read that another thread may write meanwhile: actors are written as type and
/// identity, and so are objects, unless all their stored properties are `let` or they describe
/// themselves. What changes inside an object that stays the same object is not shown, nor is
/// another function.
///
/// - Note: To show a difference the logger keeps the state before while the reducer runs, so each
///   collection that the reducer changes is copied once. ``newStateOnly`` and ``none`` keep
///   nothing.
public struct StateDiffTransform<StateType>: Sendable {
    private enum Kind {
        case nothing
        case new(@Sendable (StateType) -> String?)
        case change(@Sendable (StateType?, StateType) -> String?)
    }

    private let kind: Kind

    /// The changed values like lines of a diff, the old value after `-` and the new one after `+`.
    ///
    /// The lines of context say where the change is: the names of what is around it, each on a line
    /// of its own. Names that find no place there stay in the first line, so nothing is lost with
    /// fewer of them, or none.
    ///
    /// ```
    ///   rows
    ///     [5000]
    /// -     title: "Tea"
    /// +     title: "Coffee"
    /// ```
    ///
    /// Elements of lists that came or went stand alone, at their old or new index. Changed fields
    /// that are neighbours share a line if they fit. Without any change the text is
    /// `(state unchanged)`; after a thousand changes it ends.
    ///
    /// - Parameter linesOfContext: how many names get a line of their own at most; below zero
    ///   counts as zero.
    /// - Complexity: O(*n*) in the size of the state, and nearly nothing for the parts that share
    ///   their storage; O(*k* log *k*) in the number of keys, and of elements of sets, that
    ///   changed.
    public static func diff(linesOfContext: Int = 2) -> StateDiffTransform {
        walked { DiffText(changes: $0, linesOfContext: linesOfContext).text }
    }

    /// One line for each changed value: its path, the old value and the new one.
    ///
    /// ```
    /// rows[5000].title: "Tea" → "Coffee"
    /// rows[7]: removed Row(id: 7, title: "Milk")
    /// ```
    ///
    /// Without any change the text is `(state unchanged)`; after a thousand changes it ends.
    ///
    /// - Complexity: as of ``diff(linesOfContext:)``.
    public static var recursive: StateDiffTransform {
        walked { changes in changes.map(\.line).joined(separator: "\n") }
    }

    /// The whole state after the action, on one line.
    ///
    /// - Complexity: O(*n*) in the size of the state, for each action.
    public static var newStateOnly: StateDiffTransform {
        StateDiffTransform(kind: .new { ValueText.whole($0) })
    }

    /// Nothing; the state is not read.
    public static var none: StateDiffTransform {
        StateDiffTransform(kind: .nothing)
    }

    /// A text that a function makes; nil adds nothing to the entry.
    ///
    /// - Parameter makeText: gets the state before and after the reducer. The logger always knows
    ///   the one before.
    public static func custom(
        _ makeText: @escaping @Sendable (StateType?, StateType) -> String?
    ) -> StateDiffTransform {
        StateDiffTransform(kind: .change(makeText))
    }

    /// Makes the text of a change, or nil for none.
    ///
    /// Without the state before, the difference is the whole new state.
    public func text(from old: StateType?, to new: StateType) -> String? {
        switch kind {
        case .nothing: nil
        case .new(let makeText): makeText(new)
        case .change(let makeText): makeText(old, new)
        }
    }

    /// True if the state has to be read before the reducer.
    var needsOldState: Bool {
        if case .change = kind { true } else { false }
    }

    /// True if the state has to be read at all.
    var needsState: Bool {
        if case .nothing = kind { false } else { true }
    }

    private static func walked(_ makeText: @escaping @Sendable ([StateChange]) -> String) -> StateDiffTransform {
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
