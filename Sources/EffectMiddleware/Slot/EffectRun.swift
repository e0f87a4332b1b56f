// SPDX-License-Identifier: MIT

public import RexCore

/// One run of a rule, from its trigger to its end: the owner of a task.
///
/// The run exists before its task starts, so it can be cancelled at any time.
///
/// Unchecked Sendable because of its variables. They are only used under the lock of the engine,
/// and those in `attemptState` under the lock of the slot's epoch. `mayHaveSuccessor` is also read
/// after the end of the run, when it no longer changes.
@usableFromInline class EffectRun: StoreTaskOwner, @unchecked Sendable {
    /// The task, once the engine has decided to start the run.
    private final var startedTask: StoreTask?
    @usableFromInline final let rule: EffectRule
    final let slotID: EffectSlotID
    /// The source of the triggering action.
    final let trigger: ActionSource
    /// The numbers of the runs that caused the trigger.
    ///
    /// Empty if no policy needs them.
    final let ancestors: [Int]
    /// The slot of the run, or nil until the engine has received it.
    final var slot: EffectSlot?
    /// The epoch of the slot at the start of the run.
    final var epoch = 0
    /// The index among the live runs of the slot.
    final var index = 0
    final var hasReturned = false
    /// Whether the run has ended without being cancelled, and another one may wait for its end.
    final var mayHaveSuccessor = false
    /// Whether the run waits for the limiter of its rule.
    final var waitsForLimiter = false
    /// Whether the final action was sent or must not be sent.
    final var isFinalActionTaken = false

    private final var attemptState = AttemptState()

    @usableFromInline init(_ rule: EffectRule, at slotID: EffectSlotID, from source: consuming ActionSource) {
        self.rule = rule
        self.slotID = slotID
        ancestors = rule.options.mode == .first ? source.derivations(of: EffectDerivation.self).map(\.run) : []
        trigger = source
    }

    /// The task of a run that the engine has started or is about to start.
    @usableFromInline final var task: StoreTask {
        guard let startedTask else { preconditionFailure("\(rule.text) used the task of a run that has not begun.") }
        return startedTask
    }

    /// Makes the task.
    ///
    /// Many triggers never start a run, so a trigger has no task.
    final func begin() { startedTask = StoreTask(maySendAfterReturn: false) }

    /// The number of the task, or 0 before the run has begun.
    final var number: Int { startedTask?.number ?? 0 }

    /// The source of the run's actions; see ``actionSource``.
    @usableFromInline final var source: ActionSource? { actionSource }

    /// The source of the trigger, with a step for the rule.
    final var triggerSource: ActionSource { derived(from: trigger) }

    /// The source of the delay before the run starts.
    final var delaySource: ActionSource { derived(from: trigger, isDelay: true) }

    private final func derived(from source: ActionSource, isDelay: Bool = false) -> ActionSource {
        source.derived(by: EffectDerivation(rule: rule, slotID: slotID, run: number, isDelay: isDelay))
    }

    @usableFromInline final var outcome: StoreTask.Ending? {
        let (failure, hasCompleted) = withCurrentEpoch { ($1.failure, $1.isEndedByItself && !$1.wasInterrupted) }
        guard let failure else { return hasCompleted ? .returned : nil }
        guard let timeout = failure.error as? EffectTimeout else {
            return .failed(failure.error, isCaught: failure.isCaught)
        }
        return .timedOut(after: timeout.duration)
    }

    @usableFromInline final var attempts: Int { Int(withCurrentEpoch { $1.count }) }

    /// Whether the engine has cancelled the run.
    @usableFromInline final var isRevoked: Bool { withCurrentEpoch { isCancelled, _ in isCancelled } }

    @usableFromInline func didReturn(isFinished: Bool) {}

    @usableFromInline func didFinish() {}

    @usableFromInline func afterFinish() {}

    /// Starts the task.
    @usableFromInline func start() {
        preconditionFailure("An EffectRun was started directly: start an instance of a subclass.")
    }

    /// Sends the final action of the rule for this end, if it has one.
    func sendFinalAction(_ end: EffectEnd) {}
}

// MARK: Attempts

extension EffectRun {
    /// The attempts of a run.
    ///
    /// Guarded by the lock of the slot's epoch.
    private struct AttemptState {
        /// The number of the first attempt that may still send actions.
        var current = 0
        /// Whether nothing may be sent any more.
        var isSealed = false
        /// Whether the run has ever waited for an action or a state.
        var hasWaits = false
        /// The source of the run's actions, once it was needed.
        var source: ActionSource?
        /// The number of attempts so far.
        var count: UInt32 = 1
        var failure: Failure?
        /// Whether the run was cancelled by an action that it caused, such as its own answer.
        var isEndedByItself = false
        /// Whether the body threw an error because the run was cancelled.
        var wasInterrupted = false

        func maySend(in attempt: Int) -> Bool { !isSealed && attempt >= current }
    }

    /// The error of the last attempt.
    ///
    /// An object, since few runs have one.
    private final class Failure: Sendable {
        let error: any Error
        let isCaught: Bool

        init(_ error: any Error, isCaught: Bool) {
            self.error = error
            self.isCaught = isCaught
        }
    }

    /// Calls `body` under the lock of the slot's epoch, or without a lock before the engine knows
    /// the run.
    private func withCurrentEpoch<Result>(
        _ body: (_ isCancelled: Bool, inout AttemptState) -> Result
    ) -> Result {
        guard let slot else { return body(false, &attemptState) }
        return slot.currentEpoch.withLock(epoch) { body($0, &attemptState) }
    }

    /// Whether an attempt may send actions.
    @usableFromInline func maySend(in attempt: Int) -> Bool {
        withCurrentEpoch { isCancelled, attempts in !isCancelled && attempts.maySend(in: attempt) }
    }

    /// The source of the run's actions: its trigger, or the action that it has waited for, with a
    /// step for the rule.
    @usableFromInline var actionSource: ActionSource {
        withCurrentEpoch { $1.source } ?? madeSource()
    }

    /// The source for an action of an attempt, or nil if the attempt may not send any.
    @usableFromInline func source(forActionOf attempt: Int) -> ActionSource? {
        let (maySend, source) = withCurrentEpoch { ($1.maySend(in: attempt) && !$0, $1.source) }
        return maySend ? source ?? madeSource() : nil
    }

    private func madeSource() -> ActionSource {
        let new = triggerSource
        return withCurrentEpoch { _, attempts in
            if let known = attempts.source { return known }
            attempts.source = new
            return new
        }
    }

    /// Drops further actions of this attempt and earlier ones.
    func end(attempt: Int) { withCurrentEpoch { $1.current = attempt + 1 } }

    /// Counts another attempt.
    func beginAttempt() { withCurrentEpoch { $1.count += 1 } }

    /// Stores the error of the last attempt.
    func fail(_ error: any Error, isCaught: Bool) {
        let failure = Failure(error, isCaught: isCaught)
        withCurrentEpoch { $1.failure = failure }
    }

    /// Records that the body did not complete because the run was cancelled.
    func interrupt() { withCurrentEpoch { $1.wasInterrupted = true } }

    /// Records the action that cancels the run, for observers.
    ///
    /// A run ends when the store has reduced its answer. If its body then returns without an error,
    /// the run counts as returned and not as cancelled, although it was cancelled by its answer or
    /// by an action that the answer caused.
    func noteCancellation(by source: ActionSource?) {
        startedTask?.noteCancellation(by: source?.number)
        guard let source, source.derivations(of: EffectDerivation.self).contains(where: { $0.run == number }) else {
            return
        }
        withCurrentEpoch { $1.isEndedByItself = true }
    }

    /// Drops further actions of the run.
    ///
    /// Returns whether the run has ever waited for an action or a state.
    func seal() -> Bool {
        withCurrentEpoch { _, attempts in
            attempts.isSealed = true
            return attempts.hasWaits
        }
    }

    func recordWait() { withCurrentEpoch { $1.hasWaits = true } }

    /// Makes an action that the run has waited for the cause of its further actions.
    func setCause(_ cause: ActionSource) {
        let source = derived(from: cause)
        let old = withCurrentEpoch { _, attempts in
            defer { attempts.source = source }
            return attempts.source
        }
        // Released without holding the lock.
        extendLifetime(old)
    }

    /// Whether the body runs once and has no timeout.
    @usableFromInline var hasOneAttemptWithoutTimeout: Bool {
        rule.options.timeout == nil && rule.options.retry == nil
    }

    /// Whether the run or its task was cancelled.
    var wasCancelled: Bool { Task.isCancelled || task.isCancelled || isRevoked }
}
