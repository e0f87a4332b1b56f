// SPDX-License-Identifier: MIT

import ClockSleep
import EffectMiddleware
import PersistenceMiddleware
import RexCore

/// Writes the changes of one store's outbox to its file, in order.
///
/// A task of the store runs while there are changes to write. Changes that arrive meanwhile are
/// written together, with one sync. Failed writes are retried with a growing backoff.
final class OutboxWriter<Job: Codable & Sendable, Reply: Sendable, Action>: Sendable {
    typealias Writes = PendingWrites<Job, Reply>
    typealias OutputAction = OutboxAction<Job, Reply>
    typealias News = OutboxNews<Job, Reply>

    /// The pending changes, and the task that writes them.
    private struct Status: Sendable {
        var changes: [OutboxChange<Job>] = []
        var isWriting = false
        var hasEnded = false
        /// Whether there are saved values, to which kept outcomes are dispatched.
        var sendsKept = false
        /// The number of consecutive writes that have written nothing.
        var failures = 0
        /// Whether the task waits for a retry.
        ///
        /// The next change ends the wait.
        var isBackingOff = false
        var lastBackoff = 0
        /// Functions that revoke rejections of an earlier process, by the ids of the entries.
        var revocations: [OutboxID: @Sendable () -> Void] = [:]
    }

    /// The data of the current write.
    private struct Work: Sendable {
        var pending = Writes()
        /// The initial state.
        ///
        /// Nil after the file was loaded.
        var known: OutboxKnown<Job, Reply>?
        /// The outcomes that an earlier process has kept, until they are dispatched.
        var outcomes: [News] = []

        /// Whether no work is left until a new change arrives.
        var isEmpty: Bool { (pending.isEmpty || pending.isLost) && known == nil }
    }

    private let file: OutboxFile<Job>
    private let delay: EffectDelay
    let output: AnyActionHandler<Action>
    private let embed: @Sendable (OutputAction) -> Action
    private let derivation: OutboxDerivation
    /// Returns the outbox of the state.
    private let getOutbox: @Sendable () -> Outbox<Job>
    private let status = Lock(Status())
    /// Locked during a write.
    private let work: Lock<Work>

    /// The shortest backoff.
    ///
    /// An immediate retry would find the disk unchanged.
    private static var shortestBackoff: Duration { .milliseconds(100) }

    init(
        _ file: OutboxFile<Job>,
        retrying delay: EffectDelay,
        _ output: AnyActionHandler<Action>,
        _ embed: @escaping @Sendable (OutputAction) -> Action,
        _ derivation: OutboxDerivation,
        getOutbox: @escaping @Sendable () -> Outbox<Job>
    ) {
        (self.file, self.delay, self.output, self.embed) = (file, delay, output, embed)
        (self.derivation, self.getOutbox) = (derivation, getOutbox)
        work = Lock(
            Work(known: OutboxKnown(getOutbox())),
            rule: "An outbox was written by the storage or the coder of its file."
        )
    }

    /// Starts the task, which opens the file.
    func start() { begin(from: nil) { _ in } }

    /// Adds changes of the outbox.
    ///
    /// - Parameter source: The source of the current action.
    func note(_ changes: [OutboxChange<Job>], from source: ActionSource?) {
        for change in changes where change.isRetry {
            status.withLock { $0.revocations.removeValue(forKey: change.id) }?()
        }
        begin(from: source) { $0.changes += changes }
        // The last action of an ended store has made these changes.
        if status.withLock({ $0.hasEnded }) { end() }
    }

    /// Dispatches the outcomes that an earlier process has kept, when the file is open.
    ///
    /// No rejection is dispatched for an entry that is retried first.
    func sendKeptOutcomes() {
        guard !status.withLock({ $0.sendsKept }) else { return }
        begin(from: nil) { $0.sendsKept = true }
    }

    /// Dispatches an action to the outbox.
    func send(_ action: OutputAction, from source: ActionSource?, contents: OutboxDerivation.Contents = .own) {
        output.dispatch(embed(action), from: (source ?? derivation.place).derived(by: derivation.of(contents)))
    }

    /// Writes the beginning of an attempt, and returns when it is on disk.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before, or the store ends.
    func noteAttempt(of run: OutboxRun<Job>, from source: ActionSource) async throws {
        let waiter = OutboxWaiter()
        begin(from: source) { status in
            if status.hasEnded {
                waiter.end(hasCome: false)
            } else {
                status.changes.append(OutboxChange(attempt: run, waiter, from: source))
            }
        }
        guard await waiter.wait() else { throw CancellationError() }
    }

    /// Writes the remaining changes at the end of the store, on the thread that releases it, and
    /// unlocks the file.
    func end() {
        status.withLock { $0.hasEnded = true }
        var outcome = step(isLast: true)
        if work.withLock({ $0.pending.isLost }) {
            // No action will restore the entries any more.
            let restorations = getOutbox().queue.restorations
            status.withLock { $0.changes += restorations }
            outcome = step(isLast: true)
        }
        if let error = outcome?.error {
            report("The outbox could not be saved at the end of its store: \(error)")
        }
        work.withLock { work in
            work.pending.endAttempts()
            file.log.release(by: self)
        }
    }
}

// MARK: The task

extension OutboxWriter {
    /// Adds changes to write, and starts the task unless it is running.
    private func begin(from source: ActionSource?, _ change: (inout Status) -> Void) {
        let (begins, isEarly) = status.withLock { status in
            change(&status)
            guard !status.hasEnded, !status.isWriting || status.isBackingOff else { return (false, false) }
            defer { (status.isWriting, status.isBackingOff) = (true, false) }
            return (true, status.isBackingOff)
        }
        guard begins else { return }
        let source = (source ?? derivation.place).derived(by: derivation)
        output.startTask(from: source) { [self] output in
            if isEarly { try? await output.environment.clock.sleepInQueue(for: Self.shortestBackoff) }
            await write(to: output, from: source)
        }
    }

    private func write(to output: AnyActionHandler<Action>, from source: ActionSource) async {
        while let outcome = await output.environment.useStorage({ self.step() }) {
            let backoff = count(outcome)
            for news in outcome.news {
                dispatch(news, to: output, from: source)
            }
            guard let error = outcome.error else { continue }
            output.dispatch(embed(.storageFailed(error)), from: source)
            guard let backoff else {
                try? await output.environment.clock.sleepInQueue(for: Self.shortestBackoff)
                continue
            }
            let pause = delay.duration(afterFailure: backoff.failures, using: output.environment.random)
            try? await output.environment.clock.sleepInQueue(for: max(Self.shortestBackoff, pause))
            guard endBackoff(backoff.number) else { return }
        }
    }

    private func dispatch(_ news: News, to output: AnyActionHandler<Action>, from source: ActionSource) {
        var output = output
        if let id = news.revocableID {
            let (revocable, revoke) = output.revocable()
            output = revocable
            // A later retry finds the function, and an earlier one is in the state.
            status.withLock { $0.revocations[id] = revoke }
            if getOutbox().queue.isRetried(id) { revoke() }
        }
        if news.isOfEarlierProcess {
            output.dispatch(embed(news.action), from: source.derived(by: derivation.of(.earlierProcess)))
        } else {
            output.dispatch(embed(news.action), from: news.cause?.derived(by: derivation) ?? source)
        }
    }

    /// Counts a write.
    ///
    /// - Returns: The backoff before the next write. Nil if everything was written, or if a new
    ///   change has arrived, which does not wait for failed ones.
    private func count(_ outcome: Writes.Outcome) -> (number: Int, failures: Int)? {
        status.withLock { status in
            status.failures = outcome.error == nil ? 0 : outcome.hasWritten ? 1 : status.failures + 1
            status.isBackingOff = outcome.error != nil && status.changes.isEmpty
            status.lastBackoff += 1
            return status.isBackingOff ? (status.lastBackoff, status.failures) : nil
        }
    }

    /// Ends a backoff.
    ///
    /// Returns false if a new change has ended it; then the task of that change continues.
    private func endBackoff(_ number: Int) -> Bool {
        status.withLock { status in
            guard status.isBackingOff, status.lastBackoff == number, !status.hasEnded else { return false }
            status.isBackingOff = false
            return true
        }
    }

    /// Writes all pending changes together, or as many as the disk takes.
    ///
    /// - Returns: Nil if there are no changes.
    private func step(isLast: Bool = false) -> Writes.Outcome? {
        guard !output.environment.hasCrashed else { return nil }
        return work.withLock { work in
            // The file was released at the end.
            if !isLast, status.withLock({ $0.hasEnded }) { return nil }
            guard let changes = takeChanges(work) else { return nil }
            let rejections = work.pending.add(changes, of: file)
            var outcome = Writes.Outcome()
            do throws(StorageError) {
                do throws(StorageError) {
                    try open(&work, &outcome)
                } catch  where error.isUnreadable && work.pending.isClearing {
                    // An unreadable file can be cleared anyway.
                }
                if work.known == nil, status.withLock({ $0.sendsKept }) {
                    outcome.news += work.outcomes
                    work.outcomes = []
                }
                let written = work.pending.write(to: file)
                outcome.news += written.news
                (outcome.error, outcome.hasWritten) = (written.error, written.hasWritten)
                if work.known != nil, !work.pending.isClearing {
                    // The file was cleared without being read, so it only contains data of this store.
                    work.known = nil
                    outcome.news.append(News(.loaded(.empty)))
                }
                if outcome.error == nil { compact(&outcome) }
            } catch {
                outcome.error = error
            }
            outcome.news = rejections + outcome.news + file.log.takeReports().map { News(.storageFailed($0)) }
            return outcome
        }
    }

    /// Returns the changes to write.
    ///
    /// Returns nil without changes, which ends the task.
    private func takeChanges(_ work: Work) -> [OutboxChange<Job>]? {
        status.withLock { status in
            let hasOutcomes = status.sendsKept && !work.outcomes.isEmpty
            guard !work.isEmpty || hasOutcomes || !status.changes.isEmpty else {
                // The next change starts a new task.
                status.isWriting = false
                return nil
            }
            defer { status.changes = [] }
            return status.changes
        }
    }

    /// Locks the file for this store, and loads it.
    ///
    /// Entries that another store has ended since the state was loaded are cancelled. The server
    /// may have them.
    private func open(_ work: inout Work, _ outcome: inout Writes.Outcome) throws(StorageError) {
        try file.log.take(for: self) { [environment = output.environment] in environment.hasCrashed }
        guard let known = work.known else { return }
        let contents = try file.read()
        work.known = nil
        work.outcomes = contents.outcomes.filter { !$0.kept.isDispatched }.map { outcome in
            News(
                file.action(of: outcome),
                revocableID: outcome.kept.kind == .rejected ? outcome.kept.id : nil,
                isOfEarlierProcess: true
            )
        }
        work.pending.hasClearLeft = known.isClearLeft || file.log.isClearRequested
        outcome.hasWritten = true
        let gone = known.gone(from: contents.entries)
        work.pending.endAttempts(of: gone)
        work.pending.dropDecoding(of: Set(contents.entries.compactMap(\.entry?.id)))
        let isOfEarlierProcess = !contents.isEmpty || !gone.isEmpty
        outcome.news += known.news(of: contents, gone: gone).map { News($0, isOfEarlierProcess: isOfEarlierProcess) }
    }

    private func compact(_ outcome: inout Writes.Outcome) {
        do throws(StorageError) {
            try file.log.compact()
        } catch {
            // A longer file does no harm.
            outcome.news.append(News(.storageFailed(error)))
        }
    }
}

/// The derivation of a `Feature.outbox`: its location in code, and its file, whose path is written in
/// code or is where the system keeps files.
struct OutboxDerivation: ActionDerivation {
    /// What the action contains beside the values of the store.
    enum Contents: String {
        case own = "outbox"
        /// A step of a kind that tests of recordings know.
        case random
        /// A step of a kind that tests of recordings know.
        case earlierProcess
    }

    let path: String
    let place: ActionSource
    var contents = Contents.own

    func of(_ contents: Contents) -> OutboxDerivation {
        OutboxDerivation(path: path, place: place, contents: contents)
    }

    var step: ActionSource.Step { .init(kind: contents.rawValue, text: "Outbox \(path)", at: place) }

    // It contains names and locations of the code alone.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
