// SPDX-License-Identifier: MIT

public import RexCore

/// Saves a part of the state of one store.
///
/// The comparison is inlinable, since it runs for each action of the store.
@usableFromInline final class StateSaver<Output, State, Part: Sendable>: StateSaving {
    /// The functions of the part and its file.
    @usableFromInline struct Rules: Sendable {
        @usableFromInline let read: @Sendable (State) -> Part
        /// A quick comparison for each action; false if it cannot decide.
        @usableFromInline let seemsSame: @Sendable (_ saved: Part, _ new: Part) -> Bool
        /// The exact comparison before a save.
        let isSame: @Sendable (_ saved: Part, _ new: Part) -> Bool
        let within: Duration
        let save: @Sendable (Part) throws(StorageError) -> Void
        let release: @Sendable () -> Void
        /// The damaged files that were put aside, each once.
        let takeReports: @Sendable () -> [StorageError]
        let failed: (@Sendable (StorageError) -> Output?)?
        let derivation: SavingDerivation

        @usableFromInline init(
            read: @escaping @Sendable (State) -> Part,
            seemsSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
            isSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
            within: Duration,
            save: @escaping @Sendable (Part) throws(StorageError) -> Void,
            release: @escaping @Sendable () -> Void,
            takeReports: @escaping @Sendable () -> [StorageError],
            failed: (@Sendable (StorageError) -> Output?)?,
            derivation: SavingDerivation
        ) {
            precondition(
                within >= .zero,
                "A part cannot be saved within \(within). Use a duration of zero or more."
            )
            (self.read, self.seemsSame, self.isSame) = (read, seemsSame, isSame)
            (self.within, self.save) = (within, save)
            (self.release, self.takeReports) = (release, takeReports)
            (self.failed, self.derivation) = (failed, derivation)
        }
    }

    @usableFromInline struct Status: Sendable {
        /// The value of the last save, or of the one in progress; at first the initial value.
        @usableFromInline var known: Part
        /// The timer of the changes since then.
        @usableFromInline var timer: SavingTask?
        /// Whether the known value is not saved.
        var hasFailed = false
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
        status = Lock(Status(known: rules.read(getState())))
    }

    /// Starts a timer if the part has changed.
    @inlinable func observe(after source: ActionSource?) {
        if isChanged { noteReduction(from: source) }
    }

    @usableFromInline func noteReduction(from source: ActionSource?) {
        // The action at hand when the store ended has changed it once more.
        if status.withLock({ $0.hasEnded }) { end() } else { noteChange(from: source) }
    }

    /// Whether the part has changed and no timer runs.
    @inlinable var isChanged: Bool {
        let part = rules.read(getState())
        return status.withLock { $0.timer == nil && !rules.seemsSame($0.known, part) }
    }

    /// Starts a timer, unless one runs.
    private func noteChange(from source: ActionSource?) {
        let task = SavingTask(from: source?.derived(by: rules.derivation))
        let begins = status.withLock { status in
            guard !status.hasEnded, status.timer == nil else { return false }
            status.timer = task
            return true
        }
        guard begins else { return }
        // An ended store must release its file even if its tasks have not noticed their cancellation yet.
        output.start(task) { [weak self, output, within = rules.within] task in
            // If the clock throws, the change is saved without a delay.
            if within > .zero { try? await output.environment.clock.sleep(for: within.sleepable) }
            await output.environment.useStorage { [weak self] in self?.endWaiting(as: task) }
        }
    }

    private func endWaiting(as task: SavingTask) {
        let begins = status.withLock { status in
            guard status.timer === task, !status.hasEnded else { return false }
            status.timer = nil
            status.isDue = status.isSaving
            defer { status.isSaving = true }
            return !status.isSaving
        }
        guard begins else { return }
        repeat {
            let failure = saveNewest()
            finish(task, failure)
            failure.map { report($0, from: task.source) }
            reportDamage(from: task.source)
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
        saving.withLock { _ in rules.release() }
    }

    private func saveLast() {
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
                timer.cancel()
            }
            return failure
        }
    }

    private func saveUnsaved() -> StorageError? {
        guard let part = takeUnsaved() else { return nil }
        do throws(StorageError) {
            try rules.save(part)
            status.withLock { ($0.hasFailed, $0.lastReport) = (false, nil) }
            return nil
        } catch {
            status.withLock { $0.hasFailed = true }
            return error
        }
    }

    private func finish(_ timer: SavingTask, _ failure: StorageError?) {
        timer.finish(failure, isCaught: rules.failed != nil)
    }

    private func takeUnsaved() -> Part? {
        let part = rules.read(getState())
        let (known, hasFailed) = status.withLock { ($0.known, $0.hasFailed) }
        let isUnsaved = hasFailed || !rules.isSame(known, part)
        status.withLock { $0.known = part }
        // A change since the state was read was compared with the older value.
        let newest = rules.read(getState())
        if !haveSameBytes(part, newest), !rules.isSame(part, newest) { noteChange(from: nil) }
        return isUnsaved ? part : nil
    }

    /// Reports the damaged files that were put aside since the last call.
    @usableFromInline func reportDamage(from source: ActionSource?) {
        for error in rules.takeReports() {
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
            return isNew ? RexCore.report("\(error) It is tried again with the next change.") : ()
        }
        guard let action = failed(error) else { return }
        output.dispatch(action, from: source ?? rules.derivation.place)
    }
}
