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
/// After each reduction the part is compared with what was saved last; what the store begins with
/// counts as saved. After the first change it waits for as long as was said, on the store's clock,
/// and saves the newest value: in a task of the store, one save at a time, and on a thread that no
/// other task waits for. A change that comes while a value is written waits anew, and is saved after
/// it. An action for which `now` returns something, or `true`, saves at once: what is unsaved is on disk
/// before the `IO` of that action returns. When the store ends, what is unsaved is on disk before the drop
/// returns.
///
/// A save that fails is tried again with the next change, with the next action that saves at once,
/// and at the end. `failed` makes an action of the error, which itself does not save at once; without
/// it, and at the end of the store, the error is said on standard error, once for the same error in
/// a row.
///
/// A feature saves with `saving`, as in `app <> .saving(\.drafts, to: \.draftsFile)`.
///
/// - Complexity: An action that does not change the part costs reading the part, and comparing its
///   bytes. The value before it is kept until another was saved, so the first change after a save
///   copies what it changes.
public struct PersistenceMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Sendable {
    @usableFromInline typealias Begin =
        @Sendable (@escaping GetState<StateType>, AnyActionHandler<OutputActionType>) -> any StateSaving

    private let begin: Begin
    @usableFromInline let isNow: @Sendable (InputActionType) -> Bool
    /// What saves, for each store that this is in.
    private let savers = Lock<[ObjectIdentifier: any StateSaving]>([:])

    @usableFromInline init(now: @escaping @Sendable (InputActionType) -> Bool, begin: @escaping Begin) {
        (isNow, self.begin) = (now, begin)
    }

    /// Saves at once, if the action is to do that.
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

    /// Begins to look at the state.
    public func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>) {
        guard let store = output.storeIdentity else { return }
        let saver = begin(getState, output)
        savers.withLock { $0[store] = saver }
        output.onEnd { [savers] in savers.withLock { _ = $0.removeValue(forKey: store) } }
    }
}

extension PersistenceMiddleware {
    /// Makes a middleware that saves a part which can be compared.
    ///
    /// - Parameters:
    ///   - part: what is saved; a key path will do.
    ///   - stateFile: where it is saved.
    ///   - within: how long a change may be unsaved before its saving begins.
    ///   - now: returns something for the actions that save at once; nil and `false` are nothing.
    ///   - failed: makes the action that says why a value was not saved; nil for none.
    ///   - file: the file of this call, for those who show what runs.
    ///   - function: the function of this call.
    ///   - line: the line of this call.
    /// - Precondition: `within` is not negative.
    @inlinable public init<Value: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: StateFile<Value>,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (InputActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> OutputActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            part,
            to: stateFile.path,
            seemsSame: seemEqual,
            isSame: areEqual,
            within: within,
            now: { savesNow(now($0)) },
            failed: failed,
            place: ActionSource(file: file, function: function, line: line, info: nil),
            release: { stateFile.release() }
        ) { value throws(StorageError) in try stateFile.save(value) }
    }

    /// Makes a middleware that saves a part, and removes what was saved when the part is nil.
    @inlinable public init<Value: Equatable>(
        _ part: @escaping @Sendable (StateType) -> Value?,
        to stateFile: StateFile<Value>,
        within: Duration = .milliseconds(500),
        now: @escaping @Sendable (InputActionType) -> Any? = { _ in nil },
        failed: (@Sendable (StorageError) -> OutputActionType?)? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) {
        self.init(
            part,
            to: stateFile.path,
            seemsSame: seemEqual,
            isSame: areEqual,
            within: within,
            now: { savesNow(now($0)) },
            failed: failed,
            place: ActionSource(file: file, function: function, line: line, info: nil),
            release: { stateFile.release() }
        ) { value throws(StorageError) in
            if let value { try stateFile.save(value) } else { try stateFile.remove() }
        }
    }

    /// Makes a middleware that saves a part, which need not be `Equatable`, whenever `changed` says
    /// so: it is called after each action, with the value that was saved last and the present one.
    @inlinable public init<Value>(
        _ part: @escaping @Sendable (StateType) -> Value,
        to stateFile: StateFile<Value>,
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
            to: stateFile.path,
            seemsSame: { !changed($0, $1) },
            isSame: { !changed($0, $1) },
            within: within,
            now: { savesNow(now($0)) },
            failed: failed,
            place: ActionSource(file: file, function: function, line: line, info: nil),
            release: { stateFile.release() }
        ) { value throws(StorageError) in try stateFile.save(value) }
    }

    @inlinable init<Part: Sendable>(
        _ part: @escaping @Sendable (StateType) -> Part,
        to path: String,
        seemsSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
        isSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
        within: Duration,
        now: @escaping @Sendable (InputActionType) -> Bool,
        failed: (@Sendable (StorageError) -> OutputActionType?)?,
        place: ActionSource,
        release: @escaping @Sendable () -> Void,
        save: @escaping @Sendable (Part) throws(StorageError) -> Void
    ) {
        let rules = StateSaver<OutputActionType, StateType, Part>.Rules(
            read: part,
            seemsSame: seemsSame,
            isSame: isSame,
            within: within,
            save: save,
            release: release,
            failed: failed,
            derivation: SavingDerivation(path: path, place: place)
        )
        self.init(now: now) { getState, output in
            let saver = StateSaver(rules, getState, output)
            output.onReduction { saver.observe(after: $0) }
            output.onEnd { saver.end() }
            return saver
        }
    }
}

/// True if `now` has found something; a condition that is false has found nothing.
@usableFromInline func savesNow(_ found: Any?) -> Bool {
    guard let found else { return false }
    return found as? Bool ?? true
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
