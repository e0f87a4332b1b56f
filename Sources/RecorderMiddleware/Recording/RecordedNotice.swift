// SPDX-License-Identifier: MIT

public import RexCore

/// An action or run that was skipped: dropped by a gate, ignored or superseded by a policy, revoked
/// while it was queued, or refused; see `SkippedAction`.
///
/// `Recording.explain` describes it in a sentence.
public struct RecordedNotice: Hashable, Sendable {
    /// What happened to an action or a run.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A closed gate has stopped it.
        case dropped
        /// It had no effect, since another one was running or came just before.
        case ignored
        /// A later one replaced it while it was waiting.
        case superseded
        /// It was cancelled while it was waiting, or the store ended.
        case revoked
        /// It was for a part of the state that is gone, or a view that shows a past state sent it.
        case refused
    }

    /// The kind of the notice.
    public let kind: Kind
    /// The reason in a word, such as `first`, `debounced` or `gate`.
    public let reason: String
    /// The gate, or the rule with the policy.
    ///
    /// For a revoked action, the last step of its source.
    public let rule: ActionSource.Step
    /// The number of the skipped action, or nil if it has none.
    ///
    /// With an ``actionText`` it is the cause of the skipped action.
    public let action: Int?
    /// The text of an action that was sent but not processed.
    ///
    /// Nil if the notice is about the action with that number.
    public let actionText: String?
    /// The number of the action that had this effect, or nil.
    public let cause: Int?
    /// The number of the run that sent the revoked action, or that prevented another run.
    ///
    /// Nil if there is no such run.
    public let run: Int?
    /// The time, counted from the beginning of the recording.
    public let time: Duration
    /// The presentations that a refused action was for, outermost first.
    var presentations: [PresentationPlace] = []
}
