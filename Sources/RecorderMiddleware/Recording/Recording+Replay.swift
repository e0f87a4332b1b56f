// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

extension Recording {
    /// Reduces the actions again, and compares each state with the one that was recorded.
    ///
    /// Where the recorder kept the states they are compared, where it kept the changes those are,
    /// and where it kept neither nothing is. States are equal that `==` says to be; they need not
    /// be `Equatable`, and are compared part by part then.
    ///
    /// ```swift
    /// let last = try recording.replay(from: AppState(), reducer: .app)
    /// ```
    ///
    /// Of a recording that ``isRedacted`` other actions are reduced than those of the app: one line
    /// on standard error says so, and so does the error.
    ///
    /// - Parameters:
    ///   - state: the state before the oldest action that is kept: the ``Entry/stateBefore`` of the
    ///     first entry.
    ///   - reducer: the reducer of the store, or another one that should do the same.
    /// - Returns: the state after the last action that was done.
    /// - Throws: a ``RecordingError`` that names the first action after which the state differs,
    ///   and in what; or one of which there is only the description.
    /// - Complexity: O(*n*) in the actions, and in the size of the states for each.
    @discardableResult
    public func replay(
        from state: StateType,
        reducer: Reducer<ActionType, StateType>
    ) throws(RecordingError) -> StateType {
        var state = state
        if isRedacted { report("A recording is replayed whose \(Self.redaction).") }
        for entry in entries where entry.isDone {
            let name = "action \(entry.number), \(entry.actionText)"
            guard let action = entry.action else {
                throw RecordingError("It cannot be replayed: of \(name), there is only the description.")
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

    private static var redaction: String { "actions or states are redacted, so they are not those of the app" }

    /// Another possible reason of a difference.
    private var doubt: String { isRedacted ? " (the \(Self.redaction))" : "" }
}
