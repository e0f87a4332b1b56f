// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

extension Recording {
    /// Reduces the actions again, and compares each state with the recorded one.
    ///
    /// Compares states if they were kept, otherwise changes if those were kept, otherwise nothing.
    /// States that are equal by `==` are the same. States without `==` are compared part by part.
    ///
    /// ```swift
    /// let last = try recording.replay(from: AppState(), reducer: .app)
    /// ```
    ///
    /// The actions of a recording that ``isRedacted`` differ from the app's actions. A line on
    /// standard error and the error mention this.
    ///
    /// - Parameters:
    ///   - state: The state before the oldest kept action: the ``Entry/stateBefore`` of the first
    ///     entry.
    ///   - reducer: The reducer of the store, or another one that should do the same.
    /// - Returns: The state after the last completed action.
    /// - Throws: A ``RecordingError`` that names the first action with a different state, and the
    ///   differences. Also if an action has only a description, or if a part of it is shortened.
    /// - Complexity: O(*n*) in the actions, and in the size of the states for each.
    @discardableResult
    public func replay(
        from state: StateType,
        reducer: Reducer<ActionType, StateType>
    ) throws(RecordingError) -> StateType {
        var state = state
        if isRedacted { report("A recording is replayed whose \(Self.redaction).") }
        for entry in entries where entry.isDone {
            let name = errorName(of: entry)
            guard let action = entry.action, entry.incompleteness == nil else {
                throw RecordingError("It cannot be replayed: \(name) \(entry.incompleteness ?? "")")
            }
            let before = entry.recordedChange == nil ? nil : state
            reducer.reduce(action, &state)
            var difference = ""
            if let expected = entry.stateAfter {
                difference = ValueDifference.text(from: expected, to: state) ?? ""
            } else if let before, let expected = entry.recordedChange {
                let change = StateComparison(of: before, and: state).text
                if change != expected { difference = "recorded:\n\(expected)\nreplayed:\n\(change)" }
            }
            guard difference.isEmpty else {
                throw RecordingError("After \(name), the state differs from the recorded one\(doubt):\n\(difference)")
            }
        }
        return state
    }

    private static var redaction: String { "actions or states are redacted, so they differ from the app's" }

    /// Another possible reason of a difference.
    private var doubt: String { isRedacted ? " (the \(Self.redaction))" : "" }
}
