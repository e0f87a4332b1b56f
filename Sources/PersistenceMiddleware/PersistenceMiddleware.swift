// SPDX-License-Identifier: MIT

public import RexCore

/// Saves a part of the state whenever it has changed.
///
/// ```swift
/// let saving = PersistenceMiddleware<AppAction, AppAction, AppState>(
///     \.drafts,
///     to: draftsFile,
///     within: .milliseconds(500),
///     now: \.lifecycle?.didEnterBackground
/// )
/// ```
///
/// After each reduction the part is compared with the value that was saved last. The initial value of
/// the store counts as saved. The first change starts a timer on the store's clock. After `within`, the
/// newest value is saved in a task of the store, one save at a time, on a thread outside the
/// concurrency runtime. A change during a save starts a new timer.
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
/// For a feature, use `saving`, as in `app <> .saving(\.drafts, to: \.draftsFile)`.
///
/// - Complexity: An action that does not change the part costs reading it and comparing its bytes. The
///   saved value is kept until the next save, so the first change after a save copies the part.
public struct PersistenceMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Sendable {
    @usableFromInline typealias Begin =
        @Sendable (@escaping GetState<StateType>, AnyActionHandler<OutputActionType>) -> any StateSaving

    private let begin: Begin
    @usableFromInline let isNow: @Sendable (InputActionType) -> Bool
    /// The savers of the stores that have this middleware.
    private let savers = Lock<[ObjectIdentifier: any StateSaving]>([:])

    @usableFromInline init(now: @escaping @Sendable (InputActionType) -> Bool, begin: @escaping Begin) {
        (isNow, self.begin) = (now, begin)
    }

    /// Saves at once if `now` returns a value for the action.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        isNow(action) ? savingNow(from: dispatcher) : .pure()
    }

    @usableFromInline func savingNow(from source: ActionSource) -> IO<OutputActionType> {
        IO { [savers] output in
            guard let store = output.storeIdentity else { return }
            savers.withLock { $0[store] }?.saveNow(from: source)
        }
    }

    /// Starts to compare the state.
    public func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>) {
        guard let store = output.storeIdentity else { return }
        let saver = begin(getState, output)
        savers.withLock { $0[store] = saver }
        output.onEnd { [savers] in savers.withLock { _ = $0.removeValue(forKey: store) } }
    }
}

extension PersistenceMiddleware {
    /// Makes a middleware that saves an `Equatable` part.
    ///
    /// - Parameters:
    ///   - part: Returns the saved part of the state, such as a key path.
    ///   - stateFile: The file.
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
    @inlinable public init<Value: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (InputActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> OutputActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            part,
            value: { $0 },
            to: stateFile,
            owner: owner,
            seemsSame: seemEqual,
            isSame: areEqual,
            within: within,
            now: { savesNow(now($0)) },
            failed: failed,
            place: ActionSource(file: file, function: function, line: line, info: nil)
        )
    }

    /// Makes a middleware that saves an optional part, and removes the file when the part becomes nil.
    ///
    /// A part that is nil from the beginning removes nothing, so it may be loaded later.
    @inlinable public init<Value: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Value?,
        to stateFile: StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (InputActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> OutputActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            part,
            value: { $0 },
            to: stateFile,
            owner: owner,
            seemsSame: seemEqual,
            isSame: areEqual,
            within: within,
            now: { savesNow(now($0)) },
            failed: failed,
            place: ActionSource(file: file, function: function, line: line, info: nil)
        )
    }

    /// Makes a middleware that saves a part whenever `changed` returns true.
    ///
    /// The part need not be `Equatable`.
    ///
    /// `changed` is called after each action, with the value that was saved last and the present one.
    @inlinable public init<Value>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)? = nil,
        changed: @escaping @Sendable (_ saved: Value, _ new: Value) -> Bool,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (InputActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> OutputActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            part,
            value: { $0 },
            to: stateFile,
            owner: owner,
            seemsSame: { !changed($0, $1) },
            isSame: { !changed($0, $1) },
            within: within,
            now: { savesNow(now($0)) },
            failed: failed,
            place: ActionSource(file: file, function: function, line: line, info: nil)
        )
    }

    /// Makes a middleware that saves the value in a part.
    ///
    @inlinable package init<Part: Sendable, Value>(
        _ part: @escaping @Sendable (StateType) -> Part,
        value: @escaping @Sendable (Part) -> Value?,
        to stateFile: StateFile<Value>,
        owner: (@Sendable (StateType) -> String?)?,
        seemsSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
        isSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
        within: Duration,
        now: @escaping @Sendable (InputActionType) -> Bool,
        failed: (@Sendable (StorageError) -> OutputActionType?)?,
        place: ActionSource,
        checkpoints: StateCheckpoints<Part, OutputActionType>? = nil
    ) {
        let rules = StateSaver<OutputActionType, StateType, Part, Value>.Rules(
            read: part,
            value: value,
            file: stateFile,
            owner: owner,
            seemsSame: seemsSame,
            isSame: isSame,
            within: within,
            failed: failed,
            checkpoints: checkpoints,
            place: place
        )
        self.init(now: now) { getState, output in
            let saver = StateSaver(rules, getState, output)
            output.onReduction { saver.observe(after: $0) }
            output.onEnd { saver.end() }
            saver.reportDamage(from: nil)
            return saver
        }
    }
}

/// Whether `now` has returned a value other than `false`.
@inlinable func savesNow(_ found: Any?) -> Bool {
    // Most actions don't save at once, and unwrapping the value would copy it.
    if case .none = found { false } else { found as? Bool ?? true }
}

/// Whether two values are certainly equal, or equal by their bytes where these decide.
///
/// A function, since a closure with these operators in a call of an initialiser takes seconds to type-check.
@inlinable func seemEqual<Value: Equatable>(_ saved: Value, _ new: Value) -> Bool {
    haveSameBytes(saved, new) || !bytesDecide(Value.self) && saved == new
}

/// Whether two values are equal; equal bytes spare the comparison.
@inlinable func areEqual<Value: Equatable>(_ saved: Value, _ new: Value) -> Bool {
    haveSameBytes(saved, new) || saved == new
}
