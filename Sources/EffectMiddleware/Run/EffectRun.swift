// SPDX-License-Identifier: MIT

public import RexCore

/// One run of a rule, from its trigger to its end: a task of the store.
///
/// It is there before it starts, so there is no moment at which it could not be cancelled.
///
/// It is unchecked Sendable because of its variables. It is safe because only who has the lock of the engine uses them.
@usableFromInline class EffectRun: StoreTask, @unchecked Sendable {
    /// The action whose coming a run has waited for.
    final class Cause: Sendable {
        let source: ActionSource

        init(_ source: ActionSource) { self.source = source }
    }

    @usableFromInline final let engine: EffectEngine
    @usableFromInline final let rule: EffectRule
    final let place: EffectPlace
    /// The runs that its trigger comes of; known where that matters.
    final let ancestors: [Int]
    /// Where it is kept; nil until the engine has received it.
    final var slot: EffectSlot?
    /// The epoch of its slot in which it was started.
    final var epoch = 0
    /// Where it is among those of its slot.
    final var index = 0
    final var hasReturned = false
    /// Whether it was over without having been cancelled.
    final var isOver = false
    /// Whether it waits for others of its rule, which run in so great a number.
    final var waitsForRoom = false
    /// Whether its last word was said, or is not to be.
    final var hasLastWord = false
    /// Whether somebody observes the notices of the store that has processed the trigger.
    final let isObserved: Bool

    /// What is behind the lock of the slot's pulse.
    private final var notes = Attempts()

    private struct Attempts {
        /// Those before this one are over.
        var current = 0
        var isSealed = false
        /// Whether somebody has waited in the run.
        var hasWaits = false
        var cause: Cause?
        /// How many of them there were.
        var count: UInt32 = 1
        var failure: Failure?
    }

    /// The error of the last attempt.
    final class Failure: Sendable {
        let error: any Error
        let isCaught: Bool

        init(_ error: any Error, isCaught: Bool) {
            self.error = error
            self.isCaught = isCaught
        }
    }

    @usableFromInline init(
        _ rule: EffectRule,
        at place: EffectPlace,
        from source: consuming ActionSource,
        in engine: EffectEngine
    ) {
        self.engine = engine
        self.rule = rule
        self.place = place
        isObserved = source.observesNotices
        ancestors = rule.plan.mode == .first ? source.derivations(of: EffectStep.self).map(\.run) : []
        super.init(from: source)
    }

    /// The source of what it sends: that of what it works for, with a step that names the rule.
    @usableFromInline override final var source: ActionSource? { derived(from: cause ?? super.source) }

    /// The source of its trigger, with a step that names the rule.
    final var triggerSource: ActionSource? { derived(from: super.source) }

    /// The number of the action in which its trigger was found; nil if there is none.
    final var triggerNumber: Int? { super.source?.number }

    /// The source of the time that it waits for before it begins.
    final var waitingSource: ActionSource? { derived(from: super.source, isDelay: true) }

    private final func derived(from source: ActionSource?, isDelay: Bool = false) -> ActionSource? {
        source?.derived(by: EffectStep(rule: rule, place: place, run: number, isDelay: isDelay))
    }

    @usableFromInline override final var outcome: Ending? {
        guard let failure = withPulse({ $1.failure }) else { return nil }
        guard let timeout = failure.error as? EffectTimeout else {
            return .failed(failure.error, isCaught: failure.isCaught)
        }
        return .timedOut(after: timeout.duration)
    }

    @usableFromInline override final var attempts: Int { Int(withPulse { $1.count }) }

    @usableFromInline override final var isRevoked: Bool { isCancelled || wasRevoked }

    override final var endsWithItsOperation: Bool { true }

    override final func didReturn(isFinished: Bool) { engine.bodyReturned(self, isFinished: isFinished) }

    override final func didFinish() { engine.finished(self) }

    override final func afterFinish() { engine.startNext(after: self) }

    /// Starts its task.
    @usableFromInline func start() { preconditionFailure("This run has no types: start one of a subclass.") }

    /// Sends what the rule has for this end, if anything.
    func sayLastWord(_ end: EffectEnd) {}
}

// MARK: What a run asks of its slot

extension EffectRun {
    /// Calls `body` with whether the run was cancelled, and with what belongs to it; not before the engine has received it.
    private func withPulse<Result>(_ body: (_ isCancelled: Bool, inout Attempts) -> Result) -> Result {
        guard let slot else { return body(false, &notes) }
        return slot.pulse.withLock(epoch) { body($0, &notes) }
    }

    /// Whether it was cancelled by its engine.
    @usableFromInline var wasRevoked: Bool { withPulse { isCancelled, _ in isCancelled } }

    @usableFromInline func pass(in attempt: Int) -> EffectPass {
        withPulse { isCancelled, attempts in
            guard !isCancelled, !attempts.isSealed, attempt >= attempts.current else { return .none }
            return attempts.cause == nil ? .plain : .caused
        }
    }

    /// From now on nothing is sent that belongs to this attempt or one before.
    func end(attempt: Int) { withPulse { $1.current = attempt + 1 } }

    /// Another attempt begins.
    func beginAttempt() { withPulse { $1.count += 1 } }

    /// It has failed, and is not tried again.
    func fail(_ error: any Error, isCaught: Bool) {
        let failure = Failure(error, isCaught: isCaught)
        withPulse { $1.failure = failure }
    }

    /// From now on nothing is sent.
    func seal() { withPulse { $1.isSealed = true } }

    func noteWait() { withPulse { $1.hasWaits = true } }

    var hasWaits: Bool { withPulse { $1.hasWaits } }

    /// From now on what is sent comes of this.
    func setCause(_ source: ActionSource) {
        let cause = Cause(source)
        let old = withPulse { _, attempts in
            defer { attempts.cause = cause }
            return attempts.cause
        }
        extendLifetime(old)
    }

    private var cause: ActionSource? { withPulse { $1.cause }?.source }
}

/// Whether and how a run may send.
@usableFromInline enum EffectPass: Sendable {
    case none
    /// From the source of its trigger.
    case plain
    /// From the action that it has waited for.
    case caused
}

/// A run with the types of its rule.
///
/// It is unchecked Sendable because the class that it inherits from is; what it adds are constants.
@usableFromInline class TypedEffectRun<Input, Output, State>: EffectRun, @unchecked Sendable {
    @usableFromInline final let context: EffectContext<Input, Output, State>

    @inlinable init(
        _ rule: EffectRule,
        at place: EffectPlace,
        from source: consuming ActionSource,
        in context: EffectContext<Input, Output, State>
    ) {
        self.context = context
        super.init(rule, at: place, from: source, in: context.engine)
    }
}

/// A run of the work of a rule for one value.
///
/// It is unchecked Sendable because the class that it inherits from is; what it adds are constants.
@usableFromInline
final class WorkRun<Value: Sendable, Input, Output, State>: TypedEffectRun<Input, Output, State>,
    @unchecked Sendable
{
    @usableFromInline let work: EffectWork<Value, Input, Output, State>
    @usableFromInline let value: Value

    @inlinable init(
        _ work: EffectWork<Value, Input, Output, State>,
        _ value: Value,
        at place: EffectPlace,
        from source: consuming ActionSource,
        in context: EffectContext<Input, Output, State>
    ) {
        self.work = work
        self.value = value
        super.init(work.rule, at: place, from: source, in: context)
    }

    @usableFromInline override func start() { work.start(self) }

    override func sayLastWord(_ end: EffectEnd) {
        if let action = work.ended?(end, value) {
            context.output.dispatch(action, from: source, as: self, isLastWord: true)
        }
    }
}
