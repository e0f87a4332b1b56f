// SPDX-License-Identifier: MIT

import EffectMiddleware
import PersistenceMiddleware
import RexCore

/// Notes on disk what happens in the outbox of one store, in order, and says what is there.
///
/// It works in a task of the store, as long as there is something to write; several things that
/// have come meanwhile are written and synced together.
final class OutboxWriter<Job: Codable & Sendable, Reply: Sendable, Action>: Sendable {
    typealias OutputAction = OutboxAction<Job, Reply>

    /// Something to write.
    private enum Item: Sendable {
        case event(OutboxEvent<Job>)
        /// An attempt begins as soon as that is on disk.
        case attempt(OutboxID, OutboxWaiter)
    }

    private struct Status: Sendable {
        var items: [Item] = []
        var isWriting = false
        var hasEnded = false
    }

    /// What is being written.
    private struct Work: Sendable {
        var items: [Item] = []
        /// The entries that the state began with; nil once the others were loaded.
        var known: Set<OutboxID>? = []
        /// True if nothing of what is gone is to be left.
        var isToClear = false
        /// What is to be said when it is written.
        var news: [OutputAction] = []

        var isEmpty: Bool { items.isEmpty && known == nil && !isToClear }
    }

    private enum Step: Sendable {
        case done([OutputAction])
        case failed(StorageError)
        case nothing
    }

    private let file: OutboxFile<Job>
    private let delay: EffectDelay
    private let output: AnyActionHandler<Action>
    private let embed: @Sendable (OutputAction) -> Action
    private let derivation: OutboxDerivation
    private let status = Lock(Status())
    /// Held while something is written.
    private let work: Lock<Work>

    init(
        _ file: OutboxFile<Job>,
        retrying delay: EffectDelay,
        knowing known: Set<OutboxID>,
        _ output: AnyActionHandler<Action>,
        _ embed: @escaping @Sendable (OutputAction) -> Action,
        _ derivation: OutboxDerivation
    ) {
        (self.file, self.delay, self.output, self.embed) = (file, delay, output, embed)
        self.derivation = derivation
        work = Lock(Work(known: known), rule: "An outbox was written by the storage or the coder of its file.")
        begin(from: nil) { _ in }
    }

    /// Takes what has happened.
    func note(_ events: [OutboxEvent<Job>], from source: ActionSource?) {
        begin(from: source) { $0.items += events.map { .event($0) } }
        // The action at hand when the store ended has done it.
        if status.withLock({ $0.hasEnded }) { end() }
    }

    /// Notes that an attempt begins, and returns when that is on disk.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before, or the store ends.
    func noteAttempt(_ id: OutboxID, from source: ActionSource) async throws {
        let waiter = OutboxWaiter()
        begin(from: source) { status in
            if status.hasEnded { waiter.end(hasCome: false) } else { status.items.append(.attempt(id, waiter)) }
        }
        guard await waiter.wait() else { throw CancellationError() }
    }

    /// Writes what is left when the store ends, on the thread that drops it.
    func end() {
        status.withLock { $0.hasEnded = true }
        if case .failed(let error) = step() {
            report("At the end of a store its outbox is not saved: \(error)")
        }
        for case .attempt(_, let waiter) in work.withLock({ $0.items }) { waiter.end(hasCome: false) }
    }

    private func begin(from source: ActionSource?, _ change: (inout Status) -> Void) {
        let begins = status.withLock { status in
            change(&status)
            defer { status.isWriting = true }
            return !status.isWriting && !status.hasEnded
        }
        guard begins else { return }
        let source = source?.derived(by: derivation) ?? derivation.place
        output.startTask(from: source) { [self] output in await write(to: output, from: source) }
    }

    private func write(to output: AnyActionHandler<Action>, from source: ActionSource) async {
        var failures = 0
        while true {
            switch await output.environment.useStorage({ self.step() }) {
            case .nothing: return
            case .done(let news):
                failures = 0
                for action in news { output.dispatch(embed(action), from: source) }
            case .failed(let error):
                failures += 1
                output.dispatch(embed(.storageFailed(error)), from: source)
                let pause = delay.duration(afterFailure: failures, using: output.environment.random)
                // A second attempt at once would not find another disk.
                try? await output.environment.clock.sleep(for: max(pause, .milliseconds(100)))
                if status.withLock({ $0.hasEnded }) { return }
            }
        }
    }
}

// MARK: Steps

extension OutboxWriter {
    /// Writes what is there, all of it together.
    private func step() -> Step {
        guard !output.environment.hasCrashed else { return .nothing }
        return work.withLock { work in
            let isOver = status.withLock { status in
                work.items += status.items
                status.items = []
                // With this nobody writes, so that the next one who has something begins.
                if work.isEmpty { status.isWriting = false }
                return !status.isWriting
            }
            if isOver { return .nothing }
            do throws(StorageError) {
                if let known = work.known { try load(&work, known) }
                try write(&work)
                defer { work.news = [] }
                return .done(work.news)
            } catch {
                return .failed(error)
            }
        }
    }

    private func load(_ work: inout Work, _ known: Set<OutboxID>) throws(StorageError) {
        let entries = try file.entries()
        work.news.append(.loaded(entries.filter { !known.contains($0.id) }))
        work.known = nil
    }

    private func write(_ work: inout Work) throws(StorageError) {
        guard !work.isEmpty else { return }
        var records: [OutboxRecord] = []
        var rejections: [OutputAction] = []
        for item in work.items {
            switch item {
            case .attempt(let id, let waiter): if !waiter.isOver { records.append(OutboxRecord(id, .attempted(1))) }
            case .event(let event):
                work.isToClear = work.isToClear || event.isClear
                do {
                    if let record = try file.record(event) { records.append(record) }
                } catch {
                    rejections.append(.rejected(event.id, "It cannot be saved: \(error)"))
                }
            }
        }
        if !records.isEmpty { try file.keeper.append(records) }
        work.news += rejections + news(of: work.items)
        work.items = []
        if work.isToClear {
            try file.keeper.clear()
            work.isToClear = false
        }
        do throws(StorageError) {
            try file.keeper.compact()
        } catch {
            // What was to be written is, and a longer file is as good.
            work.news.append(.storageFailed(error))
        }
    }

    /// What is to be said of items that are on disk; those who wait for them go on.
    private func news(of items: [Item]) -> [OutputAction] {
        var mark: OutboxMark?
        var news: [OutputAction] = []
        for item in items {
            switch item {
            case .attempt(_, let waiter): waiter.end(hasCome: true)
            case .event(let event):
                mark = event.mark
                if case .cancelled(let attempts, isOver: true) = event.kind {
                    news.append(.cancelled(event.id, attempts: attempts))
                }
            }
        }
        return (mark.map { [.saved($0)] } ?? []) + news
    }
}

/// Where an outbox was written, and its file.
struct OutboxDerivation: ActionDerivation {
    let path: String
    let place: ActionSource

    var step: ActionSource.Step {
        .here(kind: "outbox", text: "Outbox \(path)", file: place.file, function: place.function, line: place.line)
    }

    // A path is written in code, or is where the system keeps files.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}
