// SPDX-License-Identifier: MIT

/// An event of a store, for tools such as a recorder, a logger or a test store; see
/// ``AnyActionHandler/observe(_:_:)``.
///
/// Events are created only if there is an observer of their kind.
public enum StoreEvent {
    /// The processing of an action has reached a phase.
    case phase(ProcessingPhase)
    /// An action or an effect was skipped.
    indirect case skipped(SkippedAction)
    /// A task is about to start.
    case started(StoreTask)
    /// A middleware has a rule, such as a bridge, an effect or a gate, or has used it.
    ///
    /// A rule is posted once in ``MiddlewareProtocol/receiveContext(getState:output:)``, with no uses.
    /// It is posted again with one use each time that it leaves no step in a source, such as for a move
    /// of a gate.
    indirect case rule(ActionSource.Step, uses: Int)
    /// The app has made a mistake. Without observers, the text is printed to standard error.
    case mistake(String)

    /// A set of kinds of events.
    public struct Kinds: OptionSet, Sendable {
        /// The bits of the kinds.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The phases of processing: ``StoreEvent/phase(_:)``.
        @inlinable public static var phase: Kinds { Kinds(rawValue: 1) }
        /// Actions that the store itself skips: their part of the state is gone, the view shows a past
        /// state, they were cancelled in the queue, or the store has ended.
        @inlinable public static var skippedByStore: Kinds { Kinds(rawValue: 2) }
        /// Actions and effects that a middleware skips, such as a closed gate or the policy of an effect.
        ///
        /// The middlewares of a store with such an observer do more work for each action.
        @inlinable public static var skippedByMiddleware: Kinds { Kinds(rawValue: 4) }
        /// All skipped actions and effects: ``StoreEvent/skipped(_:)``.
        @inlinable public static var skipped: Kinds { [.skippedByStore, .skippedByMiddleware] }
        /// The tasks: ``StoreEvent/started(_:)``.
        @inlinable public static var started: Kinds { Kinds(rawValue: 8) }
        /// The rules of middlewares: ``StoreEvent/rule(_:uses:)``.
        @inlinable public static var rule: Kinds { Kinds(rawValue: 16) }
        /// The mistakes of the app: ``StoreEvent/mistake(_:)``.
        @inlinable public static var mistake: Kinds { Kinds(rawValue: 32) }
    }
}

@available(*, unavailable)
extension StoreEvent: Sendable {}

/// A phase in the processing of an action, to measure how long each one takes.
public enum ProcessingPhase: Sendable {
    /// The middlewares are about to handle the action. `cause` is the ``ActionSource/number`` of
    /// the action that caused it, `task` the ``StoreTask/number`` of the task that sent it. They
    /// are nil if no action caused it, and if no task sent it.
    case handling(cause: Int?, task: Int?)
    /// All middlewares have handled the action. The reducer is about to run.
    case reducing
    /// The reducer has run. The observers are about to be notified. Skipped without observers.
    case notifying
    /// The `IO` of the middlewares is about to run. Skipped if it is empty and
    /// ``AnyActionHandler/onReduction(_:)`` has no observers.
    case running
    /// The action is completely processed.
    case done
}
