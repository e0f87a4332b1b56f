// SPDX-License-Identifier: MIT

/// An action or an effect that was skipped, with the reason; see ``StoreEvent/skipped(_:)``.
public struct SkippedAction {
    /// The reason why an action or an effect was skipped.
    public enum Reason: Hashable, Sendable {
        /// A gate is closed.
        case gateIsClosed
        /// The policy of an effect ignored the trigger. `policy` is its name, such as `first`.
        /// `running` is the ``StoreTask/number`` of the run that goes on, or nil if the trigger came
        /// too soon.
        case ignored(policy: String, running: Int?)
        /// A later trigger replaced the waiting one. `policy` is the name of the effect's policy, such
        /// as `debounced`. `by` is the number of the later action, or nil if it is unknown.
        case superseded(policy: String, by: Int?)
        /// It was cancelled while it was waiting. `by` is the number of the cancelling action, `task`
        /// the ``StoreTask/number`` of the task that sent the action. They are nil if there is none.
        case cancelled(by: Int?, task: Int?)
        /// Its part of the state is gone. The text is a clause that names the part.
        case partIsGone(String)
        /// The view that sent it shows a past state.
        case showsPastState
        /// The store has ended.
        case storeEnded
    }

    /// Why it was skipped.
    public let reason: Reason
    /// The source of the processed action that this is about, with its ``ActionSource/number``.
    ///
    /// With an ``action``, it is the source of that action, and its number is that of the cause. If a
    /// rule of a middleware skipped it, the last step is the rule.
    public let source: ActionSource
    /// The action that was sent and not processed, or nil if the report is about the action of
    /// ``source``.
    public let action: Any?

    /// Creates a report from its parts.
    public init(because reason: Reason, from source: ActionSource, action: Any? = nil) {
        self.reason = reason
        // Otherwise a tool that keeps the report would keep a task.
        self.source = source.withoutSender
        self.action = action
    }

    /// Creates the report of an action that the store has taken from its queue, or not queued.
    ///
    /// - Parameter cause: The number of the action that caused it, or 0.
    init(because reason: Reason, queued action: Any, from source: ActionSource, cause: Int) {
        var source = source
        source.actionNumber = cause
        self.init(because: reason, from: source, action: action)
    }
}

@available(*, unavailable)
extension SkippedAction: Sendable {}

extension SkippedAction.Reason: CustomStringConvertible {
    /// Whether the store has refused the action: its part of the state is gone, or the view that sent it
    /// shows a past state.
    public var isRefusal: Bool {
        switch self {
        case .partIsGone, .showsPastState: true
        case .gateIsClosed, .ignored, .superseded, .cancelled, .storeEnded: false
        }
    }

    /// The reason as a clause, such as `a gate is closed`.
    public var description: String {
        switch self {
        case .gateIsClosed: "a gate is closed"
        case .ignored(let policy, _): "the policy \(policy) ignored it"
        case .superseded(let policy, _): "a later one replaced it (\(policy))"
        case .cancelled: "it was cancelled"
        case .partIsGone(let text): text
        case .showsPastState: "the view shows a past state"
        case .storeEnded: "the store has ended"
        }
    }
}
