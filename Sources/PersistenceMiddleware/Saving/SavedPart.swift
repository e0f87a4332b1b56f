// SPDX-License-Identifier: MIT

package import RexCore

/// The functions of a saved part of the state.
@usableFromInline package struct SavedPart<State, Value: Codable & Sendable>: Sendable {
    /// Returns the value to save, or nil if the file is to be removed.
    @usableFromInline let read: @Sendable (State) -> Value?
    /// Returns the owner of the part, or is nil if the part has no owner.
    @usableFromInline let owner: (@Sendable (State) -> String?)?
    /// A quick comparison for each action; false if it cannot decide.
    @usableFromInline let seemsSame: @Sendable (_ saved: Value?, _ new: Value?) -> Bool
    /// The exact comparison before a save.
    let isSame: @Sendable (_ saved: Value?, _ new: Value?) -> Bool

    @usableFromInline package init(
        read: @escaping @Sendable (State) -> Value?,
        owner: (@Sendable (State) -> String?)?,
        seemsSame: @escaping @Sendable (_ saved: Value?, _ new: Value?) -> Bool,
        isSame: @escaping @Sendable (_ saved: Value?, _ new: Value?) -> Bool
    ) {
        self.read = read
        self.owner = owner
        self.seemsSame = seemsSame
        self.isSame = isSame
    }
}

/// When a part is saved, and what becomes of a failure.
@usableFromInline package struct SavingOptions<Action>: Sendable {
    @usableFromInline let within: Duration
    @usableFromInline let now: @Sendable (Action) -> Any?
    let failed: (@Sendable (StorageError) -> Action?)?

    @usableFromInline package init(
        within: Duration,
        now: @escaping @Sendable (Action) -> Any?,
        failed: (@Sendable (StorageError) -> Action?)?
    ) {
        self.within = within
        self.now = now
        self.failed = failed
    }
}

/// What a log that waits for saves has to know of a saved part.
@usableFromInline package struct StateCheckpoints<Value, Action>: Sendable {
    /// Whether the initial value is as in the file.
    let isInFile: @Sendable (Value?) -> Bool
    /// Called when the file agrees with a value, with the source of the save.
    let saved: @Sendable (Value?, ActionSource, AnyActionHandler<Action>) -> Void

    package init(
        isInFile: @escaping @Sendable (Value?) -> Bool,
        saved: @escaping @Sendable (Value?, ActionSource, AnyActionHandler<Action>) -> Void
    ) {
        self.isInFile = isInFile
        self.saved = saved
    }
}
