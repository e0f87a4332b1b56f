// SPDX-License-Identifier: MIT

import ClockSleep
public import RexCore

/// Saves a part of the state of one store.
///
/// The comparison is inlinable, since it runs for each action of the store.
@usableFromInline final class StateSaver<Action, State, Value: Codable & Sendable>: StateSaving {
    @usableFromInline struct Status: Sendable {
        /// The value of the last save, or of the one in progress; at first the initial value.
        @usableFromInline var known: Value?
        /// The timer of the changes since then.
        @usableFromInline var timer: SavingTask?
        /// Whether the known value is not saved.
        var hasFailed = false
        /// The owner after the last reduction.
        @usableFromInline var owner: String?
        /// Whether the state has a value that may be saved: with an owner, not before the owner's value
        /// was loaded.
        @usableFromInline var isLoaded = true
        /// Whether the owner has changed, so that the file has to be saved or removed.
        @usableFromInline var hasNewOwner = false
        /// Whether the value differs from the file although nothing has changed it, or its save has to be
        /// repeated.
        @usableFromInline var isDirty = false
        /// The number of failed saves in a row.
        var failures = 0
        var isSaving = false
        /// Whether the timer has fired during a save.
        var isDue = false
        var hasEnded = false
        var lastReport: StorageError?

        @usableFromInline init(known: Value?) { self.known = known }
    }

    @usableFromInline let part: SavedPart<State, Value>
    private let file: StateFile<Value>
    private let options: SavingOptions<Action>
    /// Nil if nothing waits for saves.
    private let checkpoints: StateCheckpoints<Value, Action>?
    private let derivation: SavingDerivation
    @usableFromInline let getState: GetState<State>
    private let output: AnyActionHandler<Action>
    @usableFromInline let status: Lock<Status>
    /// Held during a save.
    private let saving = Lock((), rule: "A value that was being saved has dispatched an action that saves at once.")

    /// Begins to save the part of a store.
    @usableFromInline init(
        _ part: SavedPart<State, Value>,
        to file: StateFile<Value>,
        _ options: SavingOptions<Action>,
        _ checkpoints: StateCheckpoints<Value, Action>?,
        at place: ActionSource,
        _ getState: @escaping GetState<State>,
        _ output: AnyActionHandler<Action>
    ) {
        self.part = part
        self.file = file
        self.options = options
        self.checkpoints = checkpoints
        derivation = SavingDerivation(path: file.path, place: place)
        self.getState = getState
        self.output = output
        let state = getState()
        var status = Status(known: part.read(state))
        if let owner = part.owner?(state) {
            status.owner = owner
            status.isLoaded = file.takeLoad(of: owner)
        }
        if let checkpoints { status.isDirty = !checkpoints.isInFile(status.known) }
        self.status = Lock(status)
    }

    /// Starts a timer if the part or its owner has changed.
    @inlinable func observe(after source: ActionSource?) {
        if part.owner != nil { noteOwner() }
        if isChanged { noteReduction(from: source) }
    }

    /// Notes the owner of the state, and whether the owner's value was loaded.
    ///
    /// A value counts as loaded if `load(owner:)` has returned, and then an action has changed the owner,
    /// or the value of this owner.
    @usableFromInline func noteOwner() {
        let state = getState()
        let owner = part.owner?(state)
        let value = part.read(state)
        status.withLock { status in
            if owner != status.owner {
                // A load counts once, so that an owner who comes back needs another one.
                if let old = status.owner { _ = file.takeLoad(of: old) }
                status.isLoaded = owner.map { file.takeLoad(of: $0) } ?? true
                (status.owner, status.known, status.hasFailed) = (owner, value, false)
                status.hasNewOwner = status.isLoaded
                return
            }
            guard let owner, !status.isLoaded else { return }
            guard file.isLoaded(for: owner) else { return status.known = value }
            guard !part.isSame(status.known, value) else { return }
            status.isLoaded = file.takeLoad(of: owner)
            (status.known, status.hasNewOwner) = (value, status.isLoaded)
        }
    }

    @usableFromInline func noteReduction(from source: ActionSource?) {
        // The action at hand when the store ended has changed it once more.
        if status.withLock({ $0.hasEnded }) { end() } else { noteChange(from: source) }
    }

    /// Whether the part has changed and no timer runs.
    @inlinable var isChanged: Bool {
        let value = part.read(getState())
        return status.withLock { status in
            guard status.timer == nil, status.isLoaded else { return false }
            return status.hasNewOwner || status.isDirty || !part.seemsSame(status.known, value)
        }
    }

    /// Starts a timer, unless one runs.
    private func noteChange(from source: ActionSource?) {
        let timer = SavingTask(from: source?.derived(by: derivation))
        let failures: Int? = status.withLock { status in
            guard !status.hasEnded, status.timer == nil else { return nil }
            status.timer = timer
            return status.failures
        }
        guard let failures else { return }
        // A save that outcomes wait for is repeated with a growing delay.
        let delay = failures == 0 ? .zero : Duration.seconds(1 << min(failures - 1, 6))
        // An ended store must release its file even if its tasks have not noticed their cancellation yet.
        output.start(timer.task, for: timer) { [weak self, output, within = max(options.within, delay)] timer in
            // If the clock throws, the change is saved without a delay.
            if within > .zero { try? await output.environment.clock.sleepInQueue(for: within) }
            await output.environment.useStorage { [weak self] in self?.endWaiting(as: timer) }
        }
    }

    private func endWaiting(as timer: SavingTask) {
        let begins = status.withLock { status in
            guard status.timer === timer, !status.hasEnded else { return false }
            status.timer = nil
            status.isDue = status.isSaving
            defer { status.isSaving = true }
            return !status.isSaving
        }
        guard begins else { return }
        repeat {
            let failure = saveNewest(from: timer.task.source, by: timer.task.output(to: output))
            finish(timer, failure)
            failure.map { report($0, from: timer.task.source) }
            reportDamage(from: timer.task.source)
        } while status.withLock { status in
            status.isSaving = status.isDue
            defer { status.isDue = false }
            return status.isDue
        }
    }

    @usableFromInline func saveNow(from source: ActionSource) {
        // The action that says why a save has failed, this one or another, would only fail once more, without an end.
        if status.withLock({ $0.hasFailed }), source.trail.last?.kind == derivation.step.kind { return }
        let source = source.derived(by: derivation)
        saveNewest(from: source, by: output).map { report($0, from: source) }
        reportDamage(from: source)
    }

    /// Saves unsaved changes when the store ends, on the thread that drops it, and unlocks the file.
    @usableFromInline func end() {
        status.withLock { $0.hasEnded = true }
        saveLast()
        saving.withLock { _ in file.release() }
    }

    private func saveLast() {
        if !status.withLock({ $0.isLoaded }), !output.environment.hasCrashed {
            RexCore.report(
                """
                At the end of a store its state is not saved: \(file.path) was not loaded for its owner. \
                Call load(owner:), and then set the owner and the loaded value in one action.
                """
            )
        }
        // Once more for the action at hand, which may have been reduced meanwhile.
        for _ in 0..<2 {
            if let error = saveNewest(from: nil, by: output, isLast: true) {
                return RexCore.report("At the end of a store its state is not saved: \(error)")
            }
            if !isChanged { return }
        }
    }

    /// Waits for the save in progress, and saves the newest value.
    ///
    /// - Parameters:
    ///   - source: The source of the change.
    ///   - sender: Sends the action that reports the save.
    /// - Returns: The error of the save, if it has failed.
    private func saveNewest(
        from source: ActionSource?,
        by sender: AnyActionHandler<Action>,
        isLast: Bool = false
    ) -> StorageError? {
        guard !output.environment.hasCrashed else { return nil }
        return saving.withLock { _ in
            // The file was unlocked at the end.
            guard isLast || !status.withLock({ $0.hasEnded }) else { return nil }
            // Later changes start a new timer.
            let timer = status.withLock { $0.timer.take() }
            let failure = saveUnsaved(from: source, by: sender)
            if let timer {
                finish(timer, failure)
                timer.task.cancel()
            }
            return failure
        }
    }

    private func saveUnsaved(from source: ActionSource?, by sender: AnyActionHandler<Action>) -> StorageError? {
        guard let unsaved = takeUnsaved() else { return nil }
        do throws(StorageError) {
            switch unsaved.change {
            case .save(let value, let owner): try file.save(value, owner: owner)
            case .remove: try file.remove()
            case nil: break
            }
            status.withLock { ($0.hasFailed, $0.lastReport, $0.failures) = (false, nil, 0) }
            checkpoints?.saved(unsaved.value, source ?? derivation.place, sender)
            return nil
        } catch {
            status.withLock { $0.hasFailed = true }
            if checkpoints != nil {
                status.withLock { ($0.isDirty, $0.failures) = (true, $0.failures + 1) }
                noteChange(from: nil)
            }
            return error
        }
    }

    private func finish(_ timer: SavingTask, _ failure: StorageError?) {
        timer.finish(failure, isCaught: options.failed != nil)
    }

    /// A change of the file.
    private enum FileChange {
        case save(Value, owner: String?)
        case remove
    }

    /// Returns the value of the part if it is not saved, and the change of the file if one is needed.
    private func takeUnsaved() -> (value: Value?, change: FileChange?)? {
        let state = getState()
        let owner = part.owner?(state)
        let value = part.read(state)
        let isOwnerUnknown = part.owner != nil && owner == nil
        let unsaved: (Value?, FileChange?)? = status.withLock { status in
            // The reduction that has changed the owner is about to be noted.
            guard status.isLoaded, status.owner == owner else { return nil }
            let isUnsaved =
                status.hasFailed || status.hasNewOwner || status.isDirty || !part.isSame(status.known, value)
            // Nothing is removed that this store has neither loaded nor saved.
            let hadValue = isOwnerUnknown ? status.hasNewOwner : status.known != nil
            let removal: FileChange? = status.hasFailed || hadValue ? .remove : nil
            (status.known, status.hasNewOwner, status.isDirty) = (value, false, false)
            guard isUnsaved else { return nil }
            guard let value, !isOwnerUnknown else { return (value, removal) }
            return (value, .save(value, owner: owner))
        }
        // A change since the state was read was compared with the older value.
        if isChanged { noteChange(from: nil) }
        return unsaved
    }

    /// Reports the damaged files that were put aside since the last call.
    @usableFromInline func reportDamage(from source: ActionSource?) {
        for error in file.takeReports() {
            guard let failed = options.failed else {
                RexCore.report("\(error)")
                continue
            }
            guard let action = failed(error) else { continue }
            output.dispatch(action, from: source ?? derivation.place)
        }
    }

    private func report(_ error: StorageError, from source: ActionSource?) {
        guard let failed = options.failed else {
            let isNew = status.withLock { status in
                defer { status.lastReport = error }
                return status.lastReport != error
            }
            let time = checkpoints == nil ? "with the next change" : "later"
            return isNew ? RexCore.report("\(error) It is tried again \(time).") : ()
        }
        guard let action = failed(error) else { return }
        output.dispatch(action, from: source ?? derivation.place)
    }
}
