// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// A feature that saves a part of the state whenever it has changed.
    ///
    /// ```swift
    /// app <> .saving(\.drafts, to: \.draftsFile, within: .seconds(1), now: \.lifecycle?.didEnterBackground)
    /// ```
    ///
    /// See ``PersistenceMiddleware``. Its position among the features that change the part makes no
    /// difference.
    ///
    /// - Parameters:
    ///   - part: Returns the saved part of the state, such as a key path.
    ///   - stateFile: Returns the file from the dependencies.
    ///   - owner: Returns the id of the user who owns the part, or nil while no user is known. The
    ///     file then has one owner, and is never loaded for another one.
    ///   - within: The longest time from a change to the start of its save.
    ///   - now: Returns a value for an action that saves at once. Nil and `false` save nothing.
    ///   - failed: Makes the action for an error: a value was not saved, or a damaged file was put
    ///     aside (``StorageError/Reason/wasDamaged(keptAs:)``). Return nil for no action.
    ///   - file: The file of this call, for logs and recordings.
    ///   - function: The function of this call.
    ///   - line: The line of this call.
    /// - Precondition: `within` is not negative.
    @inlinable public static func saving<Value: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        Feature { dependencies in
            PersistenceMiddleware(
                part,
                to: stateFile(dependencies),
                owner: owner,
                within: within,
                now: now,
                failed: failed,
                file: file,
                function: function,
                line: line
            )
        }
    }

    /// A feature that saves an optional part of the state whenever it has changed, and removes the file
    /// when the part becomes nil.
    ///
    /// A part that is nil from the beginning removes nothing, so it may be loaded later.
    /// Otherwise it works like the form for a part that is not optional.
    @inlinable public static func saving<Value: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Value?,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        Feature { dependencies in
            PersistenceMiddleware(
                part,
                to: stateFile(dependencies),
                owner: owner,
                within: within,
                now: now,
                failed: failed,
                file: file,
                function: function,
                line: line
            )
        }
    }

    /// A feature that saves a part of the state whenever `changed` returns true.
    ///
    /// The part need not be `Equatable`.
    ///
    /// `changed` is called after each action, with the value that was saved last and the present one.
    /// Otherwise it works like the form for an `Equatable` part.
    @inlinable public static func saving<Value>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        changed: @escaping @Sendable (_ saved: Value, _ new: Value) -> Bool,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (ActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> ActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        Feature { dependencies in
            PersistenceMiddleware(
                part,
                to: stateFile(dependencies),
                owner: owner,
                changed: changed,
                within: within,
                now: now,
                failed: failed,
                file: file,
                function: function,
                line: line
            )
        }
    }
}
