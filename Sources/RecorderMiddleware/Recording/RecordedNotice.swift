// SPDX-License-Identifier: MIT

public import RexCore

/// Something that did not happen: what a gate dropped, what a policy ignored or superseded, what
/// was revoked while it waited.
///
/// `Recording.explain` says it in a sentence.
public struct RecordedNotice: Hashable, Sendable {
    /// The fate of the action or run.
    public let kind: StoreNotice.Kind
    /// Why, in a word, such as `first`, `debounced` or `gate`.
    public let reason: String
    /// The gate, or the rule, whose policy it is; or the last thing that made the action that was
    /// revoked.
    public let rule: ActionSource.Step
    /// The number of the action that got no further; nil if there is none.
    ///
    /// With an ``actionText`` it is that of the action which led to what was not processed.
    public let action: Int?
    /// The action that was sent and not processed, as text; nil if it is about the action with that
    /// number.
    public let actionText: String?
    /// The number of the action that did it; nil if none did.
    public let cause: Int?
    /// The number of the run that sent what was revoked, or that went on; nil if there is none.
    public let run: Int?
    /// The time, counted from the beginning of the recording.
    public let time: Duration
}
