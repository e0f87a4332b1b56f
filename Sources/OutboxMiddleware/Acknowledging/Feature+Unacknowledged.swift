// SPDX-License-Identifier: MIT

public import PersistenceMiddleware
public import RexCore

// An `Optimistic` part that is saved like any other one would compile and be wrong: the outbox would not keep what the
// saved part lacks. Two of these functions fit such a call better than the general one, and equally well, so that the
// call is ambiguous. The notes of the error show them.

extension Feature {
    /// Not to be called: pass `acknowledging:` and `state:`.
    public static func saving<Base: Equatable, Change: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Optimistic<Base, Change>?,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Optimistic<Base, Change>>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        acknowledgingIsMissing: Void = ()
    ) -> Feature { .identity }

    /// Not to be called: pass `acknowledging:` and `state:`.
    public static func saving<Base: Equatable, Change: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Optimistic<Base, Change>?,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Optimistic<Base, Change>>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        passAcknowledgingAndState: Void = ()
    ) -> Feature { .identity }
}
