// SPDX-License-Identifier: MIT

public import RexCore

/// Saves a part of the state of one store.
///
/// The comparison is inlinable, since it runs for each action of the store.
@usableFromInline final class StateSaver<Output, State, Part: Sendable, Value: Codable & Sendable>: StateSaving {
    /// The functions of the part, and its file.
    @usableFromInline struct Rules: Sendable {
        @usableFromInline let read: @Sendable (State) -> Part
        /// Returns the value to save, or nil if the file is to be removed.
        let value: @Sendable (Part) -> Value?
        let file: StateFile<Value>
        /// Returns the owner of the part, or is nil if the part has no owner.
        @usableFromInline let owner: (@Sendable (State) -> String?)?
        /// A quick comparison for each action; false if it cannot decide.
        @usableFromInline let seemsSame: @Sendable (_ saved: Part, _ new: Part) -> Bool
        /// The exact comparison before a save.
        let isSame: @Sendable (_ saved: Part, _ new: Part) -> Bool
        let within: Duration
        let failed: (@Sendable (StorageError) -> Output?)?
        /// Nil if nothing waits for saves.
        let checkpoints: StateCheckpoints<Part, Output>?
        let derivation: SavingDerivation

        @usableFromInline init(
            read: @escaping @Sendable (State) -> Part,
            value: @escaping @Sendable (Part) -> Value?,
            file: StateFile<Value>,
            owner: (@Sendable (State) -> String?)?,
            seemsSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
            isSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
            within: Duration,
            failed: (@Sendable (StorageError) -> Output?)?,
            checkpoints: StateCheckpoints<Part, Output>?,
            place: ActionSource
        ) {
            precondition(
                within >= .zero,
                "A part cannot be saved within \(within). Use a duration of zero or more."
            )
            (self.read, self.value, self.file, self.owner) = (read, value, file, owner)
            (self.seemsSame, self.isSame, self.within) = (seemsSame, isSame, within)
            (self.failed, self.checkpoints) = (failed, checkpoints)
            derivation = SavingDerivation(path: file.path, place: place)
        }
    }

    @usableFromInline struct Status: Sendable {
        /// The value of the last save, or of the one in progress; at first the initial value.
        @usableFromInline var known: Part
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

        @usableFromInline init(known: Part) { self.known = known }
    }

    @usableFromInline let rules: Rules
    @usableFromInline let getState: GetState<State>
    private let output: AnyActionHandler<Output>
    @usableFromInline let status: Lock<Status>
    /// Held during a save.
    private let saving = Lock((), rule: "A value that was being saved has dispatched an action that saves at once.")

    @usableFromInline init(_ rules: Rules, _ getState: @escaping GetState<State>, _ output: AnyActionHandler<Output>) {
        (self.rules, self.getState, self.output) = (rules, getState, output)
        let state = getState()
        var status = Status(known: rules.read(state))
        if let owner = rules.owner?(state) {
            (status.owner, status.isLoaded) = (owner, rules.file.takeLoad(of: owner))
        }
        if let checkpoints = rules.checkpoints { status.isDirty = !checkpoints.isInFile(status.known) }
        self.status = Lock(status)
    }

    /// Starts a timer if the part or its owner has changed.
    @inlinable func observe(after source: ActionSource?) {
        if rules.owner != nil { noteOwner() }
        if isChanged { noteReduction(from: source) }
    }

    /// Notes the owner of the state, and whether the owner's value was loaded.
    ///
    /// A value counts as loaded if `load(owner:)` has returned, and then an action has changed the owner,
    /// or the value of this owner.
    @usableFromInline func noteOwner() {
        let state = getState()
        let owner = rules.owner?(state)
        let part = rules.read(state)
        status.withLock { status in
            if owner != status.owner {
                // A load counts once, so that an owner who comes back needs another one.
                if let old = status.owner { _ = rules.file.takeLoad(of: old) }
                status.isLoaded = owner.map { rules.file.takeLoad(of: $0) } ?? true
                (status.owner, status.known, status.hasFailed) = (owner, part, false)
                status.hasNewOwner = status.isLoaded
                return
            }
            guard let owner, !status.isLoaded else { return }
            guard rules.file.isLoaded(for: owner) else { return status.known = part }
            guard !rules.isSame(status.known, part) else { return }
            status.isLoaded = rules.file.takeLoad(of: owner)
            (status.known, status.hasNewOwner) = (part, status.isLoaded)
        }
    }

    @usableFromInline func noteReduction(from source: ActionSource?) {
        // The action at hand when the store ended has changed it once more.
        if status.withLock({ $0.hasEnded }) { end() } else { noteChange(from: source) }
    }

    /// Whether the part has changed and no timer runs.
    @inlinable var isChanged: Bool {
        let part = rules.read(getState())
        return status.withLock { status in
            guard status.timer == nil, status.isLoaded else { return false }
            return status.hasNewOwner || status.isDirty || !rules.seemsSame(status.known, part)
        }
    }

    /// Starts a timer, unless one runs.
    private func noteChange(from source: ActionSource?) {
        let timer = SavingTask(from: source?.derived(by: rules.derivation))
        let failures: Int? = status.withLock { status in
            guard !status.hasEnded, status.timer == nil else { return nil }
            status.timer = timer
            return status.failures
        }
        guard let failures else { return }
        // A save that outcomes wait for is repeated with a growing delay.
        let delay = failures == 0 ? .zero : Duration.seconds(1 << min(failures - 1, 6))
        // An ended store must release its file even if its tasks have not noticed their cancellation yet.
        output.start(timer.task, for: timer) { [weak self, output, within = max(rules.within, delay)] timer in
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
            let failure = saveNewest()
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
        if status.withLock({ $0.hasFailed }), source.trail.last?.kind == rules.derivation.step.kind { return }
        let source = source.derived(by: rules.derivation)
        saveNewest().map { report($0, from: source) }
        reportDamage(from: source)
    }

    /// Saves unsaved changes when the store ends, on the thread that drops it, and unlocks the file.
    @usableFromInline func end() {
        status.withLock { $0.hasEnded = true }
        saveLast()
        saving.withLock { _ in rules.file.release() }
    }

    private func saveLast() {
        if !status.withLock({ $0.isLoaded }), !output.environment.hasCrashed {
            RexCore.report(
                """
                At the end of a store its state is not saved: \(rules.file.path) was not loaded for its owner. \
                Call load(owner:), and then set the owner and the loaded value in one action.
                """
            )
        }
        // Once more for the action at hand, which may have been reduced meanwhile.
        for _ in 0..<2 {
            if let error = saveNewest(isLast: true) {
                return RexCore.report("At the end of a store its state is not saved: \(error)")
            }
            if !isChanged { return }
        }
    }

    /// Waits for the save in progress, and saves the newest value.
    ///
    /// - Returns: The error of the save, if it has failed.
    private func saveNewest(isLast: Bool = false) -> StorageError? {
        guard !output.environment.hasCrashed else { return nil }
        return saving.withLock { _ in
            // The file was unlocked at the end.
            guard isLast || !status.withLock({ $0.hasEnded }) else { return nil }
            // Later changes start a new timer.
            let timer = status.withLock { $0.timer.take() }
            let failure = saveUnsaved()
            if let timer {
                finish(timer, failure)
                timer.task.cancel()
            }
            return failure
        }
    }

    private func saveUnsaved() -> StorageError? {
        guard let unsaved = takeUnsaved() else { return nil }
        do throws(StorageError) {
            switch unsaved.change {
            case .save(let value, let owner): try rules.file.save(value, owner: owner)
            case .remove: try rules.file.remove()
            case nil: break
            }
            status.withLock { ($0.hasFailed, $0.lastReport, $0.failures) = (false, nil, 0) }
            rules.checkpoints?.saved(unsaved.part, output)
            return nil
        } catch {
            status.withLock { $0.hasFailed = true }
            if rules.checkpoints != nil {
                status.withLock { ($0.isDirty, $0.failures) = (true, $0.failures + 1) }
                noteChange(from: nil)
            }
            return error
        }
    }

    private func finish(_ timer: SavingTask, _ failure: StorageError?) {
        timer.finish(failure, isCaught: rules.failed != nil)
    }

    /// A change of the file.
    private enum FileChange {
        case save(Value, owner: String?)
        case remove
    }

    /// Returns the part if it is not saved, and the change of the file if one is needed.
    private func takeUnsaved() -> (part: Part, change: FileChange?)? {
        let state = getState()
        let owner = rules.owner?(state)
        let part = rules.read(state)
        let value = rules.owner != nil && owner == nil ? nil : rules.value(part)
        let unsaved: (Part, FileChange?)? = status.withLock { status in
            // The reduction that has changed the owner is about to be noted.
            guard status.isLoaded, status.owner == owner else { return nil }
            let isUnsaved =
                status.hasFailed || status.hasNewOwner || status.isDirty || !rules.isSame(status.known, part)
            // Nothing is removed that this store has neither loaded nor saved.
            let hadValue = owner == nil && rules.owner != nil ? status.hasNewOwner : rules.value(status.known) != nil
            let removal: FileChange? = status.hasFailed || hadValue ? .remove : nil
            (status.known, status.hasNewOwner, status.isDirty) = (part, false, false)
            return isUnsaved ? (part, value.map { .save($0, owner: owner) } ?? removal) : nil
        }
        // A change since the state was read was compared with the older value.
        if isChanged { noteChange(from: nil) }
        return unsaved
    }

    /// Reports the damaged files that were put aside since the last call.
    @usableFromInline func reportDamage(from source: ActionSource?) {
        for error in rules.file.takeReports() {
            guard let failed = rules.failed else {
                RexCore.report("\(error)")
                continue
            }
            guard let action = failed(error) else { continue }
            output.dispatch(action, from: source ?? rules.derivation.place)
        }
    }

    private func report(_ error: StorageError, from source: ActionSource?) {
        guard let failed = rules.failed else {
            let isNew = status.withLock { status in
                defer { status.lastReport = error }
                return status.lastReport != error
            }
            let time = rules.checkpoints == nil ? "with the next change" : "later"
            return isNew ? RexCore.report("\(error) It is tried again \(time).") : ()
        }
        guard let action = failed(error) else { return }
        output.dispatch(action, from: source ?? rules.derivation.place)
    }
}
