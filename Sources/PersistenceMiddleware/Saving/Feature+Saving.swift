// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// A feature that saves a part of the state whenever it has changed.
    ///
    /// ```swift
    /// app <> .saving(\.drafts, to: \.draftsFile, within: .seconds(1), now: \.lifecycle?.didEnterBackground)
    /// ```
    ///
    /// After each reduction the part is compared with the value that was saved last. The initial value of
    /// the store counts as saved. The first change starts a timer on the store's clock. After `within`, the
    /// newest value is saved in a task of the store, one save at a time, on a thread outside the
    /// concurrency runtime. A change during a save starts a new timer. The position of the feature among
    /// those that change the part makes no difference.
    ///
    /// When an optional part becomes nil, its file is removed. A part that is nil from the beginning removes
    /// nothing, so it may be loaded later.
    ///
    /// An action for which `now` returns a value, or `true`, saves at once: unsaved changes are on disk
    /// before the `IO` of that action returns. When the store ends, unsaved changes are on disk before the
    /// drop returns.
    ///
    /// A save that fails is retried with the next change, with the next action that saves at once, and at
    /// the end. `failed` makes an action of the error. That action itself does not save at once. Without
    /// `failed`, and at the end of the store, the error is printed to standard error, once for equal
    /// errors in a row.
    ///
    /// A damaged file that was put aside is reported in the same way: when the store starts, if the app
    /// has loaded the file before, otherwise after the first save.
    ///
    /// With an `owner`, the owner's id is saved beside the value, and `load(owner:)` returns it to no other
    /// owner:
    ///
    /// - Nothing is saved while the owner is nil, or before ``StateFile/load(owner:)`` has returned for the
    ///   owner and its value, or a new one, is in the state. Change the owner and the value in one action.
    ///   A part that changes in a later action counts as the value, too. After each change of the owner,
    ///   this is needed again.
    /// - When the owner becomes nil, the file is removed with all its copies. An owner that is nil from the
    ///   beginning, since a keychain is still locked for example, removes nothing.
    /// - A save over the file of another owner removes that file and its copies first.
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
    /// - Complexity: An action that does not change the part costs reading it and comparing its bytes. The
    ///   saved value is kept until the next save, so the first change after a save copies the part.
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
        saving(
            SavedPart(read: part, owner: owner, seemsSame: seemEqual, isSame: areEqual),
            to: stateFile,
            SavingOptions(within: within, now: now, failed: failed),
            at: ActionSource(file: file, function: function, line: line, info: nil)
        )
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
        let isSame: @Sendable (Value?, Value?) -> Bool = { saved, new in
            guard let saved, let new else { return false }
            return !changed(saved, new)
        }
        return saving(
            SavedPart(read: { part($0) }, owner: owner, seemsSame: isSame, isSame: isSame),
            to: stateFile,
            SavingOptions(within: within, now: now, failed: failed),
            at: ActionSource(file: file, function: function, line: line, info: nil)
        )
    }

    @inlinable package static func saving<Value>(
        _ part: SavedPart<StateType, Value>,
        to stateFile: @escaping @Sendable (Dependencies) -> StateFile<Value>,
        _ options: SavingOptions<ActionType>,
        at place: ActionSource,
        checkpoints: (@Sendable () -> StateCheckpoints<Value, ActionType>)? = nil
    ) -> Feature {
        precondition(
            options.within >= .zero,
            "A part cannot be saved within \(options.within). Use a duration of zero or more."
        )
        return Feature { dependencies in
            let (file, checkpoints) = (stateFile(dependencies), checkpoints?())
            return SavingMiddleware(of: Value.self, at: place, now: options.now) { getState, output in
                let saver = StateSaver(part, to: file, options, checkpoints, at: place, getState, output)
                output.onReduction { saver.observe(after: $0) }
                output.onEnd { saver.end() }
                saver.reportDamage(from: nil)
                return saver
            }
        }
    }
}

/// Whether two values are certainly equal, or equal by their bytes where these decide.
///
/// A function, since a closure with these operators in a call of an initialiser takes seconds to type-check.
@inlinable func seemEqual<Value: Equatable>(_ saved: Value?, _ new: Value?) -> Bool {
    haveSameBytes(saved, new) || !bytesDecide(Value.self) && areSame(saved, new)
}

/// Whether two values are equal; equal bytes spare the comparison.
@inlinable func areEqual<Value: Equatable>(_ saved: Value?, _ new: Value?) -> Bool {
    haveSameBytes(saved, new) || areSame(saved, new)
}
