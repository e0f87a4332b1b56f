// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// A feature that saves a part of the state whenever it has changed.
    ///
    /// ```swift
    /// app <> .saving(\.drafts, to: \.draftsFile, within: .seconds(1), now: \.lifecycle?.didEnterBackground)
    /// ```
    ///
    /// See ``PersistenceMiddleware``. It stands in front of or behind what changes the part, which
    /// makes no difference.
    ///
    /// - Parameters:
    ///   - part: what is saved; a key path will do.
    ///   - stateFile: takes out of the dependencies where it is saved.
    ///   - within: how long a change may be unsaved before its saving begins.
    ///   - now: returns something for the actions that save at once; nil and `false` are nothing.
    ///   - failed: makes the action that says why a value was not saved; nil for none.
    ///   - file: the file of this call, for those who show what runs.
    ///   - function: the function of this call.
    ///   - line: the line of this call.
    /// - Precondition: `within` is not negative.
    @inlinable public static func saving<Value: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
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
                within: within,
                now: now,
                failed: failed,
                file: file,
                function: function,
                line: line
            )
        }
    }

    /// A feature that saves a part of the state whenever it has changed, and removes what was saved
    /// when the part is nil.
    ///
    /// All else is as for a part that is never nil.
    @inlinable public static func saving<Value: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Value?,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
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
                within: within,
                now: now,
                failed: failed,
                file: file,
                function: function,
                line: line
            )
        }
    }

    /// A feature that saves a part of the state, which need not be `Equatable`, whenever `changed`
    /// says so.
    ///
    /// All else is as for a part that is `Equatable`. `changed` is called after each action, with the
    /// value that was saved last and the present one.
    @inlinable public static func saving<Value>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
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
