// SPDX-License-Identifier: MIT

public import RexCore

/// The saving of a part in one store.
///
/// Inlinable where it compares, since that is done for each action of the store.
@usableFromInline final class StateSaver<Output, State, Part: Sendable>: StateSaving {
    /// What it needs to know of the part.
    @usableFromInline struct Rules: Sendable {
        @usableFromInline let read: @Sendable (State) -> Part
        /// Whether there is nothing to save; asked for each action.
        @usableFromInline let seemsSame: @Sendable (_ saved: Part, _ new: Part) -> Bool
        /// The same without doubt; asked before a save, by whoever saves.
        let isSame: @Sendable (_ saved: Part, _ new: Part) -> Bool
        let within: Duration
        let save: @Sendable (Part) throws(StorageError) -> Void
        let release: @Sendable () -> Void
        let failed: (@Sendable (StorageError) -> Output?)?
        let derivation: SavingDerivation

        @usableFromInline init(
            read: @escaping @Sendable (State) -> Part,
            seemsSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
            isSame: @escaping @Sendable (_ saved: Part, _ new: Part) -> Bool,
            within: Duration,
            save: @escaping @Sendable (Part) throws(StorageError) -> Void,
            release: @escaping @Sendable () -> Void,
            failed: (@Sendable (StorageError) -> Output?)?,
            derivation: SavingDerivation
        ) {
            precondition(
                within >= .zero,
                "What is to be saved within \(within) would be late always. Say a duration from zero."
            )
            (self.read, self.seemsSame, self.isSame) = (read, seemsSame, isSame)
            (self.within, self.save, self.release) = (within, save, release)
            (self.failed, self.derivation) = (failed, derivation)
        }
    }

    @usableFromInline struct Status: Sendable {
        /// The value that is being saved, or was last, and that which the store has begun with.
        @usableFromInline var known: Part
        /// Waits with what has changed since.
        @usableFromInline var timer: SavingTask?
        /// True if the known value is not saved.
        var hasFailed = false
        var isSaving = false
        /// True if a timer was over while something was saved.
        var isDue = false
        var hasEnded = false
        var lastReport: StorageError?

        @usableFromInline init(known: Part) { self.known = known }
    }

    @usableFromInline let rules: Rules
    @usableFromInline let getState: GetState<State>
    private let output: AnyActionHandler<Output>
    @usableFromInline let status: Lock<Status>
    /// Held while something is saved.
    private let saving = Lock((), rule: "A value that was being saved has dispatched an action that saves at once.")

    @usableFromInline init(_ rules: Rules, _ getState: @escaping GetState<State>, _ output: AnyActionHandler<Output>) {
        (self.rules, self.getState, self.output) = (rules, getState, output)
        status = Lock(Status(known: rules.read(getState())))
    }

    /// Looks whether the part has changed.
    @inlinable func observe(after source: ActionSource?) {
        if isChanged { noteReduction(from: source) }
    }

    @usableFromInline func noteReduction(from source: ActionSource?) {
        // The action at hand when the store ended has changed it once more.
        if status.withLock({ $0.hasEnded }) { end() } else { noteChange(from: source) }
    }

    /// True if there is a change for which nothing waits.
    @inlinable var isChanged: Bool {
        let part = rules.read(getState())
        return status.withLock { $0.timer == nil && !rules.seemsSame($0.known, part) }
    }

    /// Begins to wait, unless it does so already.
    private func noteChange(from source: ActionSource?) {
        let task = SavingTask(from: source?.derived(by: rules.derivation))
        let begins = status.withLock { status in
            guard !status.hasEnded, status.timer == nil else { return false }
            status.timer = task
            return true
        }
        guard begins else { return }
        // A store that has ended lets go of its file, though its tasks have not noticed yet that they are cancelled.
        output.start(task) { [weak self, output, within = rules.within] task in
            // A clock that fails is one that has no time to give.
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
        } while status.withLock { status in
            status.isSaving = status.isDue
            defer { status.isDue = false }
            return status.isDue
        }
    }

    @usableFromInline func saveNow(from source: ActionSource) {
        // The action that says why a save has failed, this one or another, would only fail once more, without an end.
        if status.withLock({ $0.hasFailed }), source.trail.last?.kind == rules.derivation.step.kind { return }
        saveNewest().map { report($0, from: source.derived(by: rules.derivation)) }
    }

    /// Saves what is unsaved when the store ends, on the thread that drops it, and gives the file
    /// back.
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

    /// Saves the newest value, once nothing else is being saved; returns why that failed.
    private func saveNewest(isLast: Bool = false) -> StorageError? {
        guard !output.environment.hasCrashed else { return nil }
        return saving.withLock { _ in
            // The file was given back at the end.
            guard isLast || !status.withLock({ $0.hasEnded }) else { return nil }
            // Whatever changes from now on waits anew.
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
        // One that came since the state was read was compared with what was known before.
        let newest = rules.read(getState())
        if !haveSameBytes(part, newest), !rules.isSame(part, newest) { noteChange(from: nil) }
        return isUnsaved ? part : nil
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
