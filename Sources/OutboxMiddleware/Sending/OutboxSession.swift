// SPDX-License-Identifier: MIT

import ClockSleep
public import EffectMiddleware
public import RexCore

/// The outbox of one store: its writes and its attempts.
///
/// Comparisons are inlinable, since they happen after each action of the store.
@usableFromInline
final class OutboxSession<Action: Sendable, State: Sendable, Job: Codable & Sendable, Reply: Sendable>: Sendable {
    @usableFromInline typealias Send = @Sendable (Job, OutboxID) async throws -> Reply

    /// The parameters of the feature.
    @usableFromInline struct Rules: Sendable {
        @usableFromInline let path: CasePath<Action, OutboxAction<Job, Reply>>
        /// Returns the outbox of a state.
        @usableFromInline let read: @Sendable (State) -> Outbox<Job>
        let delay: EffectDelay
        let limit: Int
        let timeout: Duration?
        let place: ActionSource

        @usableFromInline init(
            path: CasePath<Action, OutboxAction<Job, Reply>>,
            read: @escaping @Sendable (State) -> Outbox<Job>,
            delay: EffectDelay,
            limit: Int,
            timeout: Duration?,
            place: ActionSource
        ) {
            precondition(
                limit >= 1,
                "Feature.outbox at \(place.file):\(place.line): a limit of \(limit) sends nothing. Pass 1 or more."
            )
            if let timeout {
                precondition(
                    timeout > .zero,
                    """
                    Feature.outbox at \(place.file):\(place.line): with a timeout of \(timeout) each attempt fails. \
                    Pass a longer one, or nil for none.
                    """
                )
            }
            if let mistake = delay.mistake {
                preconditionFailure("Feature.outbox at \(place.file):\(place.line) cannot retry: \(mistake).")
            }
            (self.path, self.read, self.delay, self.limit) = (path, read, delay, limit)
            (self.timeout, self.place) = (timeout, place)
        }
    }

    @usableFromInline let rules: Rules
    private let file: OutboxFile<Job>
    private let send: Send
    @usableFromInline let status: Lock<Status>
    private let claim = OutboxClaim()

    /// What the session knows.
    @usableFromInline struct Status: Sendable {
        var writer: OutboxWriter<Job, Reply, Action>?
        var attempts: OutboxAttempts<Action>
        var causes = OutboxCauses()
        /// The last known change.
        @usableFromInline var seen: OutboxMark?
        /// The number of the last change of each outbox that the state has had.
        var numbers: [OutboxID: Int] = [:]
        /// Whether an outcome of an earlier process was reduced.
        var hasReplayed = false
        /// Whether sending has paused and the outbox does not know it yet.
        @usableFromInline var isPausing = false
    }

    @usableFromInline init(_ rules: Rules, _ file: OutboxFile<Job>, _ send: @escaping Send) {
        (self.rules, self.file, self.send) = (rules, file, send)
        status = Lock(Status(attempts: OutboxAttempts(limit: rules.limit)))
    }

    private var writer: OutboxWriter<Job, Reply, Action>? { status.withLock { $0.writer } }

    // MARK: Writing

    @inlinable func begin(_ getState: @escaping GetState<State>, _ output: AnyActionHandler<Action>) {
        beginWriting(getState, output)
        output.onReduction { [self, read = rules.read] source in
            let outbox = read(getState())
            if status.withLock({ $0.seen != outbox.queue.lastChange }) { note(outbox.queue, after: source) }
        }
        if !rules.read(getState()).queue.repeatsIDs { beginIDs(from: nil) }
        // Later than the ids, so that they are always the first action.
        startWriting()
    }

    @usableFromInline func startWriting() { writer?.start() }

    @usableFromInline func beginWriting(_ getState: @escaping GetState<State>, _ output: AnyActionHandler<Action>) {
        let writer = OutboxWriter(
            file,
            retrying: rules.delay,
            output,
            rules.path.embed,
            OutboxDerivation(path: file.path, place: rules.place),
            getOutbox: { [read = rules.read] in read(getState()) }
        )
        status.withLock { $0.writer = writer }
        output.onEnd { writer.end() }
    }

    /// Gives the outbox the random bits of its next ids.
    ///
    /// They are sent as an action, since reducers must be pure and a replay has to repeat them. The
    /// store's random numbers would repeat in each test, which ids must not.
    @usableFromInline func beginIDs(from source: ActionSource?) {
        var random = RandomSource.system
        writer?.send(.step(OutboxStep(.began(.first(using: &random)))), from: source, contents: .random)
    }

    /// Passes new changes to the writer.
    @usableFromInline func note(_ outbox: OutboxQueue<Job>, after source: ActionSource?) {
        let mark = outbox.lastChange
        let (known, last) = status.withLock { status in
            defer {
                status.seen = mark
                if mark.number > 0 { status.numbers[mark.outbox] = mark.number }
            }
            return (status.numbers[mark.outbox], status.seen)
        }
        let before = known ?? 0
        precondition(
            mark.number >= before,
            """
            The outbox of \(rules.place.file):\(rules.place.line) was replaced by an older value of itself, which \
            would send other jobs under the same identities. Keep it out of what is undone or reset, and empty it \
            with cancelAll().
            """
        )
        // An outbox that was replaced meanwhile did not get the reports about its changes.
        let changes = outbox.changes(after: last?.outbox == mark.outbox ? before : 0)
        guard let writer else { return }
        // Each store starts with the same jobs of the initial state.
        if last != nil, outbox.sharesIDs(of: changes) { claimIDs(of: mark.outbox) }
        let (caused, revocations) = status.withLock { status in
            status.attempts.note(clears: outbox.clearing.count)
            return (
                changes.map { status.causes.note($0, from: source) },
                status.attempts.dropLate(unless: outbox.isOpen)
            )
        }
        if !caused.isEmpty { writer.note(caused, from: source) }
        if outbox.keepsOutcomes {
            writer.sendKeptOutcomes()
            reportIfNotResumed(outbox, writer)
        }
        for revoke in revocations { revoke() }
        // Another outbox in its place draws its own ids, and starts sending with its first action.
        guard known == nil, let last, last.outbox != mark.outbox else { return }
        beginIDs(from: source)
        // Its outcomes have no numbers in the file yet.
        if outbox.keepsOutcomes { writer.send(.loaded(.empty), from: source) }
    }

    /// Reports once in debug builds that outcomes of an earlier process find nothing to confirm.
    private func reportIfNotResumed(_ outbox: OutboxQueue<Job>, _ writer: OutboxWriter<Job, Reply, Action>) {
        #if DEBUG
        guard outbox.lastOutcome?.isReplay ?? false else { return }
        let isFirst = status.withLock { status in
            defer { status.hasReplayed = true }
            return !status.hasReplayed
        }
        guard isFirst else { return }
        let values = outbox.savers.values.filter { !$0.isNil }
        guard !values.isEmpty, !values.contains(where: \.isResumed) else { return }
        let mistake = """
            The outbox of \(rules.place.file):\(rules.place.line) dispatches outcomes of an earlier process, and no \
            Optimistic state has resumed its backlog, so they are stale. Call resume(_:by:) in the initial state and \
            at .loaded.
            """
        writer.output.post(.mistake, .mistake(mistake))
        #endif
    }

    /// Notes an action of one entry that leads to an attempt, or starts or ends one.
    @usableFromInline func noteCause(_ action: OutboxAction<Job, Reply>, from source: ActionSource) {
        switch action {
        case .rested(let id): status.withLock { $0.causes.setAttempt(id, source) }
        case .attempted(let id), .cancelled(let id, _): status.withLock { $0.causes.setAttempt(id, nil) }
        default: break
        }
    }

    /// The source of the action that has led to a run; nil if it is the action at hand.
    @usableFromInline func cause(of slot: OutboxSlot<Job>) -> ActionSource? {
        guard case .attempt(let run) = slot.kind else { return nil }
        return status.withLock { $0.causes.ofAttempt(run.id) }
    }

    private func claimIDs(of outbox: OutboxID) {
        precondition(
            outboxClaims.withLock { $0.claim(outbox, by: claim) },
            """
            Two stores have started from copies of one outbox, and each has added a job before the first action of \
            the Feature.outbox of \(rules.place.file):\(rules.place.line), so the jobs would have the same ids. \
            Make a new Outbox() for each store: a computed property in place of a static let.
            """
        )
    }

    // MARK: Sending

    /// Returns the slots to run.
    @inlinable func slots(of outbox: Outbox<Job>, isOn: Bool) -> [OutboxSlot<Job>] {
        isOn && !status.withLock { $0.isPausing } ? outbox.queue.slots : pausing(outbox, isOn)
    }

    /// Returns the slots to run while sending has paused, and afterwards while the outbox counts
    /// interrupted attempts as running.
    @inlinable func pausing(_ outbox: Outbox<Job>, _ isOn: Bool) -> [OutboxSlot<Job>] {
        let hasSlots = outbox.queue.hasSlots
        let isPausing = !isOn || hasSlots
        status.withLock { $0.isPausing = isPausing }
        guard isPausing else { return outbox.queue.slots }
        return hasSlots ? outbox.queue.pause : []
    }

    /// Runs a slot of the state.
    @usableFromInline func take(_ slot: OutboxSlot<Job>, _ effect: Effect<Action, Action, State>) async throws {
        switch slot.kind {
        case .attempt(let run): try await attempt(run, effect)
        case .backoff(let run):
            try await effect.sleep(for: rules.delay.duration(afterFailure: run.failures, using: effect.random))
            effect.send(rules.path.embed(.rested(run.id)))
        case .pause: effect.send(rules.path.embed(.paused))
        }
    }

    /// Makes one attempt and dispatches its outcome.
    ///
    /// An interrupted attempt has no outcome.
    private func attempt(_ run: OutboxRun<Job>, _ effect: Effect<Action, Action, State>) async throws {
        guard let writer else { return }
        let number = try await begin(run)
        var lateAction: Action?
        defer {
            end(number)
            let output = status.withLock { $0.attempts.remove(number, isLate: lateAction != nil) }
            if let output, let lateAction { output.dispatch(lateAction, from: effect.source) }
        }
        try await writer.noteAttempt(of: run, from: effect.source)
        if rules.timeout != nil { status.withLock { $0.attempts.setLate(writer.output.revocable(), of: number) } }
        // This action decides on the processing thread whether the entry is still to send.
        try await effect.send(rules.path.embed(.attempted(run.id))) { [path = rules.path] action in
            if case .attempted(run.id) = path.extract(action) { true } else { false }
        }
        let timer = startTimer(of: number, run, effect, writer.output)
        let outcome = await outcome(of: run)
        timer?.stop()
        if end(number) {
            if let reason = outcome.reasonOfFailure { effect.recordFailure(OutboxAttemptFailure(description: reason)) }
            effect.send(rules.path.embed(outcome))
        } else if outcome.sent != nil {
            lateAction = rules.path.embed(outcome)
        }
    }

    /// Waits until the lane of an entry is free and the limit allows another attempt.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    private func begin(_ run: OutboxRun<Job>) async throws -> Int {
        let waiter = OutboxWaiter()
        let (number, begun) = status.withLock { $0.attempts.add(run.id, in: run.place.lane, waiter) }
        for waiter in begun { waiter.end(hasCome: true) }
        if await waiter.wait() { return number }
        end(number)
        _ = status.withLock { $0.attempts.remove(number, isLate: false) }
        throw CancellationError()
    }

    /// Ends an attempt because it has returned or its time is over, and lets the next one begin.
    ///
    /// - Returns: Whether it was running.
    @discardableResult private func end(_ number: Int) -> Bool {
        let (wasRunning, begun) = status.withLock { $0.attempts.end(number) }
        for waiter in begun { waiter.end(hasCome: true) }
        return wasRunning
    }

    private func outcome(of run: OutboxRun<Job>) async -> OutboxAction<Job, Reply> {
        do {
            return .sent(run.id, try await send(run.job, run.id))
        } catch let rejection as OutboxRejection {
            return .rejected(run.id, rejection.reason)
        } catch {
            return .failed(run.id, reasonOfFailure(error))
        }
    }

    /// Starts a task that ends the attempt when its time is over, whether the attempt returns or
    /// not.
    ///
    /// The task does not belong to the run, since an interrupted attempt keeps its lane until it
    /// returns.
    private func startTimer(
        of number: Int,
        _ run: OutboxRun<Job>,
        _ effect: Effect<Action, Action, State>,
        _ output: AnyActionHandler<Action>
    ) -> OutboxTimer? {
        guard let timeout = rules.timeout else { return nil }
        let timer = OutboxTimer(from: effect.source.derived(by: OutboxTimerDerivation(attempt: effect.source)))
        output.start(timer.task, for: timer) { [self] _ in
            do {
                try await output.environment.clock.sleepInQueue(for: timeout)
            } catch {
                return
            }
            guard end(number) else { return }
            let error = EffectTimeout(duration: timeout)
            effect.recordFailure(error)
            effect.send(rules.path.embed(.failed(run.id, error.description)))
        }
        return timer
    }
}

/// The failure of an attempt, as recordings show it.
private struct OutboxAttemptFailure: Error, CustomStringConvertible {
    let description: String
}

extension OutboxAction {
    /// The reason of a failure or a rejection, or nil for other actions.
    fileprivate var reasonOfFailure: String? {
        switch self {
        case .failed(_, let reason), .rejected(_, let reason): reason
        default: nil
        }
    }
}

/// Writes the changes of an outbox to disk, and notes the causes of its attempts.
@usableFromInline
struct OutboxSaving<
    Action: Sendable,
    State: Sendable,
    Job: Codable & Sendable,
    Reply: Sendable
>: MiddlewareProtocol, Sendable {
    @usableFromInline let session: OutboxSession<Action, State, Job, Reply>

    @inlinable init(_ session: OutboxSession<Action, State, Job, Reply>) {
        self.session = session
    }

    @inlinable func handle(
        action: Action,
        from dispatcher: ActionSource,
        state: @escaping GetState<State>
    ) -> IO<Action> {
        if let action = session.rules.path.extract(action) { session.noteCause(action, from: dispatcher) }
        return .pure()
    }

    @inlinable func receiveContext(getState: @escaping GetState<State>, output: AnyActionHandler<Action>) {
        session.begin(getState, output)
    }

    /// The entry of the outbox.
    @usableFromInline var mapEntries: [FeatureMap] {
        [FeatureMap(kind: "outbox", text: "Outbox of \(Job.self)", at: session.rules.place)]
    }

    @inlinable var composition: ComposedMiddleware<Action, Action, State> {
        ComposedMiddleware(self, for: session.rules.path)
    }
}

/// The sessions that have given ids from copies of an outbox.
private struct OutboxClaims {
    private var claims: [OutboxID: OutboxClaim] = [:]

    /// Returns whether no other store has given ids of the outbox.
    mutating func claim(_ outbox: OutboxID, by claim: OutboxClaim) -> Bool {
        let owner = claims[outbox] ?? claim
        claims[outbox] = owner
        return owner === claim
    }
}

/// The identity of a session, which lasts as long as its claims.
private final class OutboxClaim: Sendable {}

private let outboxClaims = Lock(OutboxClaims())
