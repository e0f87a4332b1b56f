// SPDX-License-Identifier: MIT

public import RexCore

/// One run of a rule, from its trigger to its end: a task of the store.
///
/// The run exists before its task starts, so there is no moment at which it could not be cancelled.
///
/// It is unchecked Sendable because of its variables. That is safe because they are only used under
/// the lock of the engine; those in `attemptState` under the lock of the slot's epoch.
@usableFromInline class EffectRun: StoreTask, @unchecked Sendable {
    @usableFromInline final let rule: EffectRule
    final let slotID: EffectSlotID
    /// The numbers of the runs that the trigger comes of; empty where no policy needs them.
    final let ancestors: [Int]
    /// The slot of the run; nil until the engine has received it.
    final var slot: EffectSlot?
    /// The epoch of the slot in which the run was started.
    final var epoch = 0
    /// The index among the live runs of the slot.
    final var index = 0
    final var hasReturned = false
    /// True if the run is over without having been cancelled.
    final var isOver = false
    /// True while the limiter of the rule does not let it start.
    final var waitsForRoom = false
    /// True once the final action was sent, or is not to be.
    final var isFinalActionTaken = false
    /// True if the store that has processed the trigger has observers of its notices.
    final let isObserved: Bool

    private final var attemptState = AttemptState()

    @usableFromInline init(_ rule: EffectRule, at slotID: EffectSlotID, from source: consuming ActionSource) {
        self.rule = rule
        self.slotID = slotID
        isObserved = source.observesNotices
        ancestors = rule.options.mode == .first ? source.derivations(of: EffectDerivation.self).map(\.run) : []
        super.init(from: source)
    }

    /// The source of the actions of the run: its trigger or the action it has waited for, and a
    /// step for the rule.
    @usableFromInline override final var source: ActionSource? { derived(from: cause ?? super.source) }

    /// The source of the trigger, with a step for the rule.
    final var triggerSource: ActionSource? { derived(from: super.source) }

    /// The source of the action in which the trigger was found; nil if there is none.
    final var trigger: ActionSource? { super.source }

    /// The source of the delay before the run starts.
    final var delaySource: ActionSource? { derived(from: super.source, isDelay: true) }

    private final func derived(from source: ActionSource?, isDelay: Bool = false) -> ActionSource? {
        source?.derived(by: EffectDerivation(rule: rule, slotID: slotID, run: number, isDelay: isDelay))
    }

    @usableFromInline override final var outcome: Ending? {
        let (failure, hasCompleted) = withCurrentEpoch { ($1.failure, $1.isEndedByItself && !$1.wasInterrupted) }
        guard let failure else { return hasCompleted ? .returned : nil }
        guard let timeout = failure.error as? EffectTimeout else {
            return .failed(failure.error, isCaught: failure.isCaught)
        }
        return .timedOut(after: timeout.duration)
    }

    @usableFromInline override final var attempts: Int { Int(withCurrentEpoch { $1.count }) }

    @usableFromInline override final var isRevoked: Bool { isCancelled || wasRevoked }

    override final var endsWithItsOperation: Bool { true }

    /// Starts the task.
    @usableFromInline func start() { preconditionFailure("This run has no types: start one of a subclass.") }

    /// Sends the action that the rule has for this end, if there is one.
    func sendFinalAction(_ end: EffectEnd) {}
}

// MARK: Attempts

extension EffectRun {
    /// The attempts of a run, guarded by the lock of the slot's epoch.
    private struct AttemptState {
        /// The number of the first attempt that may still send.
        var current = 0
        /// True once nothing may be sent any more.
        var isSealed = false
        /// True once somebody has waited in the run.
        var hasWaits = false
        /// The action that the run has waited for.
        var cause: Cause?
        /// The number of attempts that have begun.
        var count: UInt32 = 1
        var failure: Failure?
        /// True if an action that comes of this run has cancelled it, such as its own answer.
        var isEndedByItself = false
        /// True if the body threw an error because the run was cancelled.
        var wasInterrupted = false
    }

    /// An action that a run has waited for; an object, since few runs have one.
    private final class Cause: Sendable {
        let source: ActionSource

        init(_ source: ActionSource) { self.source = source }
    }

    /// The error of the last attempt; an object, since few runs have one.
    private final class Failure: Sendable {
        let error: any Error
        let isCaught: Bool

        init(_ error: any Error, isCaught: Bool) {
            self.error = error
            self.isCaught = isCaught
        }
    }

    /// Calls `body` under the lock of the slot's epoch, or without one before the engine has the
    /// run.
    private func withCurrentEpoch<Result>(
        _ body: (_ isCancelled: Bool, inout AttemptState) -> Result
    ) -> Result {
        guard let slot else { return body(false, &attemptState) }
        return slot.currentEpoch.withLock(epoch) { body($0, &attemptState) }
    }

    /// True once the engine has cancelled the run.
    @usableFromInline var wasRevoked: Bool { withCurrentEpoch { isCancelled, _ in isCancelled } }

    @usableFromInline func pass(in attempt: Int) -> EffectPass {
        withCurrentEpoch { isCancelled, attempts in
            guard !isCancelled, !attempts.isSealed, attempt >= attempts.current else { return .none }
            return attempts.cause == nil ? .plain : .caused
        }
    }

    /// Lets this attempt and those before it send nothing more.
    func end(attempt: Int) { withCurrentEpoch { $1.current = attempt + 1 } }

    /// Counts another attempt.
    func beginAttempt() { withCurrentEpoch { $1.count += 1 } }

    /// Keeps the error of the last attempt.
    func fail(_ error: any Error, isCaught: Bool) {
        let failure = Failure(error, isCaught: isCaught)
        withCurrentEpoch { $1.failure = failure }
    }

    /// Records that the body did not complete, since the run was cancelled.
    func interrupt() { withCurrentEpoch { $1.wasInterrupted = true } }

    /// Records the action that cancels the run, for observers.
    ///
    /// A run is over once the store has reduced its answer. If its body then returns without an
    /// error, it has returned and was not cancelled, although the answer, or what followed from it,
    /// has ended it.
    func noteCancellation(by source: ActionSource?) {
        noteCancellation(by: source?.number)
        guard let source, source.derivations(of: EffectDerivation.self).contains(where: { $0.run == number }) else {
            return
        }
        withCurrentEpoch { $1.isEndedByItself = true }
    }

    /// Lets the run send nothing more.
    func seal() { withCurrentEpoch { $1.isSealed = true } }

    func noteWait() { withCurrentEpoch { $1.hasWaits = true } }

    var hasWaits: Bool { withCurrentEpoch { $1.hasWaits } }

    /// Makes this the source of the actions that the run sends from now on.
    func setCause(_ source: ActionSource) {
        let cause = Cause(source)
        let old = withCurrentEpoch { _, attempts in
            defer { attempts.cause = cause }
            return attempts.cause
        }
        // Released where no lock is held.
        extendLifetime(old)
    }

    private var cause: ActionSource? { withCurrentEpoch { $1.cause }?.source }

    /// True if the body runs once and has no time limit.
    @usableFromInline var hasOneAttemptWithoutTimeout: Bool {
        rule.options.timeout == nil && rule.options.retry == nil
    }

    /// True once the run or its task was cancelled.
    var wasCancelled: Bool { Task.isCancelled || isRevoked }
}
