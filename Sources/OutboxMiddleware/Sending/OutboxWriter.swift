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
        /// One more attempt begins as soon as that is on disk.
        case attempt(OutboxRun<Job>, OutboxWaiter)

        var id: OutboxID {
            switch self {
            case .event(let event): event.id
            case .attempt(let run, _): run.id
            }
        }

        /// The lane whose order it is part of.
        var lane: OutboxLane? {
            switch self {
            case .event(let event): event.lane
            case .attempt(let run, _): run.lane
            }
        }

        var isAddition: Bool { if case .event(let event) = self { event.isAddition } else { false } }

        /// True if an entry is gone with it.
        var isEnd: Bool {
            guard case .event(let event) = self else { return false }
            return switch event.kind {
            case .sent, .cancelled: true
            default: false
            }
        }

        var isClear: Bool { if case .event(let event) = self { event.isClear } else { false } }
    }

    private struct Status: Sendable {
        var items: [Item] = []
        var isWriting = false
        var hasEnded = false
        /// The number of steps in a row that have failed and written nothing.
        var failures = 0
        /// True while what has failed waits to be tried again; the next thing that comes ends that.
        var isResting = false
        var lastRest = 0
    }

    /// An item, and the record of it if there is one.
    private struct Line: Sendable {
        let item: Item
        var record: OutboxRecord?

        /// False for an attempt that is not to be any more, and for what leaves no record.
        var isWanted: Bool {
            if case .attempt(_, let waiter) = item, waiter.isOver { false } else { record != nil }
        }
    }

    /// What is being written.
    private struct Work: Sendable {
        var lines: [Line] = []
        /// The entries that the state began with; nil once the file was loaded.
        var known: [OutboxEntry<Job>]? = []
        /// What is to be said, and what is once nothing of what was cancelled is left.
        var news: [OutputAction] = []
        var cancelled: [OutputAction] = []

        var isEmpty: Bool { lines.isEmpty && known == nil }
    }

    /// What could not be written, and what has to come behind it.
    private struct Held {
        var error: StorageError?
        private(set) var indices: Set<Int> = []
        private var lanes: Set<OutboxLane> = []

        mutating func hold(_ index: Int, _ item: Item) {
            indices.insert(index)
            if let lane = item.lane { lanes.insert(lane) }
        }

        /// True if it comes behind something of its lane that could not be written; then it is held as
        /// well.
        ///
        /// That an entry is gone may be written ahead of others, and nothing ahead of that.
        mutating func holdsBack(_ index: Int, _ line: Line) -> Bool {
            guard line.record != nil, !line.item.isEnd else { return false }
            guard let lane = line.item.lane, lanes.contains(lane) else { return false }
            hold(index, line.item)
            return true
        }
    }

    private enum Step: Sendable {
        /// With what is to be said, and why not all was written.
        case done([OutputAction], StorageError?)
        case nothing
    }

    private let file: OutboxFile<Job>
    private let delay: EffectDelay
    let output: AnyActionHandler<Action>
    private let embed: @Sendable (OutputAction) -> Action
    private let derivation: OutboxDerivation
    private let status = Lock(Status())
    /// Held while something is written.
    private let work: Lock<Work>

    init(
        _ file: OutboxFile<Job>,
        retrying delay: EffectDelay,
        knowing known: [OutboxEntry<Job>],
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

    /// Dispatches an action to the outbox.
    func send(_ action: OutputAction, from source: ActionSource?) {
        output.dispatch(embed(action), from: source?.derived(by: derivation) ?? derivation.place)
    }

    /// Notes that an attempt begins, and returns when that is on disk.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before, or the store ends.
    func noteAttempt(of run: OutboxRun<Job>, from source: ActionSource) async throws {
        let waiter = OutboxWaiter()
        begin(from: source) { status in
            if status.hasEnded { waiter.end(hasCome: false) } else { status.items.append(.attempt(run, waiter)) }
        }
        guard await waiter.wait() else { throw CancellationError() }
    }

    /// Writes what is left when the store ends, on the thread that drops it, and gives the file back.
    func end() {
        status.withLock { $0.hasEnded = true }
        if case .done(_, let error?) = step(isLast: true) {
            report("At the end of a store its outbox is not saved: \(error)")
        }
        work.withLock { work in
            for case .attempt(_, let waiter) in work.lines.map(\.item) { waiter.end(hasCome: false) }
            if file.owner.release(by: self) { file.keeper.release() }
        }
    }

    private func begin(from source: ActionSource?, _ change: (inout Status) -> Void) {
        let (begins, isEarly) = status.withLock { status in
            change(&status)
            guard !status.hasEnded, !status.isWriting || status.isResting else { return (false, false) }
            defer { (status.isWriting, status.isResting) = (true, false) }
            return (true, status.isResting)
        }
        guard begins else { return }
        let source = source?.derived(by: derivation) ?? derivation.place
        output.startTask(from: source) { [self] output in
            // An attempt at once would not find another disk.
            if isEarly { try? await output.environment.clock.sleep(for: Self.leastRest) }
            await write(to: output, from: source)
        }
    }

    private static var leastRest: Duration { .milliseconds(100) }

    private func write(to output: AnyActionHandler<Action>, from source: ActionSource) async {
        while case .done(let news, let error) = await output.environment.useStorage({ self.step() }) {
            let (rest, failures) = status.withLock { status in
                status.failures = error == nil ? 0 : news.isEmpty ? status.failures + 1 : 1
                // What has come meanwhile does not wait for what the disk refuses.
                status.isResting = error != nil && status.items.isEmpty
                status.lastRest += 1
                return (status.isResting ? status.lastRest : nil, status.failures)
            }
            for action in news { output.dispatch(embed(action), from: source) }
            guard let error else { continue }
            output.dispatch(embed(.storageFailed(error)), from: source)
            guard let rest else {
                try? await output.environment.clock.sleep(for: Self.leastRest)
                continue
            }
            let pause = max(Self.leastRest, delay.duration(afterFailure: failures, using: output.environment.random))
            try? await output.environment.clock.sleep(for: pause.sleepable)
            let goesOn = status.withLock { status in
                guard status.isResting, status.lastRest == rest, !status.hasEnded else { return false }
                status.isResting = false
                return true
            }
            if !goesOn { return }
        }
    }
}

// MARK: Steps

extension OutboxWriter {
    /// Writes what is there, all of it together, or as much as can be.
    private func step(isLast: Bool = false) -> Step {
        guard !output.environment.hasCrashed else { return .nothing }
        return work.withLock { work in
            // The file was given back at the end.
            if !isLast, status.withLock({ $0.hasEnded }) { return .nothing }
            let items: [Item]? = status.withLock { status in
                guard !work.isEmpty || !status.items.isEmpty else {
                    // With this nobody writes, so that the next one who has something begins.
                    status.isWriting = false
                    return nil
                }
                defer { status.items = [] }
                return status.items
            }
            guard let items else { return .nothing }
            add(items, to: &work)
            var failure: StorageError?
            do throws(StorageError) {
                try file.owner.take(file.path, for: self) { [environment = output.environment] in
                    environment.hasCrashed
                }
                if let known = work.known { try load(&work, known) }
                try write(&work)
            } catch {
                failure = error
            }
            defer { work.news = [] }
            return .done(work.news, failure)
        }
    }

    /// Compares the file with the entries that the state began with.
    ///
    /// Entries that another store has ended since the state was loaded are cancelled: the server may
    /// have them.
    private func load(_ work: inout Work, _ known: [OutboxEntry<Job>]) throws(StorageError) {
        let entries = try file.entries()
        let (new, gone) = (entries.missing(from: known), known.filter { $0.phase != .saving }.missing(from: entries))
        work.news.append(.loaded(new))
        work.known = nil
        guard !gone.isEmpty else { return }
        let ids = Set(gone.map(\.id))
        work.news.append(.step(OutboxStep(.gone(ids))))
        work.news += gone.map { .cancelled($0.id, attempts: max($0.attempts, 1)) }
        work.lines.removeAll { line in
            guard case .attempt(let run, let waiter) = line.item, ids.contains(run.id) else { return false }
            waiter.end(hasCome: false)
            return true
        }
    }

    /// Adds a line for each item; what cannot be encoded is refused.
    private func add(_ items: [Item], to work: inout Work) {
        var cancelled: Set<OutboxID> = []
        for case .event(let event) in items { if case .cancelled = event.kind { cancelled.insert(event.id) } }
        // What is cancelled and not on disk yet need not get there.
        func isVain(_ item: Item) -> Bool { item.isAddition && cancelled.contains(item.id) }
        if !cancelled.isEmpty {
            for index in work.lines.indices where isVain(work.lines[index].item) { work.lines[index].record = nil }
        }
        for item in items {
            var record: OutboxRecord?
            switch item {
            case .attempt(let run, _): record = OutboxRecord(run.id, .attempted(run.attempts + 1))
            case .event where isVain(item): break
            case .event(let event):
                do {
                    record = try file.record(event)
                } catch {
                    work.news.append(.rejected(event.id, "It cannot be saved: \(reasonWithoutValues(error))"))
                }
            }
            work.lines.append(Line(item: item, record: record))
        }
    }

    private func write(_ work: inout Work) throws(StorageError) {
        guard !work.isEmpty else { return }
        let lines = work.lines
        var held = Held()
        let clears = lines.indices.filter { lines[$0].item.isClear }
        do throws(StorageError) {
            if clears.isEmpty { append(Array(lines.indices), of: lines, &held) } else { try clear(lines) }
        } catch {
            append(lines.indices.filter { !lines[$0].item.isClear }, of: lines, &held)
            held.error = error
            for index in clears { held.hold(index, lines[index].item) }
        }
        note(lines, without: held, in: &work)
        work.lines = lines.indices.filter(held.indices.contains).map { lines[$0] }
        if !work.lines.contains(where: \.item.isClear) {
            work.news += work.cancelled
            work.cancelled = []
        }
        if let error = held.error, !held.indices.isEmpty { throw error }
        do throws(StorageError) {
            try file.keeper.compact()
        } catch {
            // What was to be written is, and a longer file is as good.
            work.news.append(.storageFailed(error))
        }
    }

    /// Writes the file anew with what these lines say, and leaves nothing of what is gone.
    private func clear(_ lines: [Line]) throws(StorageError) {
        try file.keeper.clear(applying: lines.filter(\.isWanted).compactMap(\.record))
    }

    /// Adds lines to the file, with one sync if possible.
    ///
    /// Where the disk refuses them, such as one that is too large for it, it gets as many of them as
    /// it takes.
    private func append(_ indices: [Int], of lines: [Line], _ held: inout Held) {
        let indices = indices.filter { !held.holdsBack($0, lines[$0]) }
        let records = indices.filter { lines[$0].isWanted }.compactMap { lines[$0].record }
        guard !records.isEmpty else { return }
        do throws(StorageError) {
            try file.keeper.append(records)
        } catch {
            held.error = error
            guard records.count > 1, !file.keeper.isDirty else {
                for index in indices where !held.holdsBack(index, lines[index]) && lines[index].isWanted {
                    held.hold(index, lines[index].item)
                }
                return
            }
            append(Array(indices[..<(indices.count / 2)]), of: lines, &held)
            append(Array(indices[(indices.count / 2)...]), of: lines, &held)
        }
    }

    /// Notes what is to be said of items that are on disk; those who wait for them go on.
    private func note(_ lines: [Line], without held: Held, in work: inout Work) {
        var marks: [OutboxMark] = []
        var isSaved = false
        for (index, line) in lines.enumerated() {
            let isHeld = held.indices.contains(index)
            switch line.item {
            case .attempt(_, let waiter): if !isHeld { waiter.end(hasCome: true) }
            case .event(let event):
                let place = marks.firstIndex { $0.outbox == event.mark.outbox } ?? marks.endIndex
                if place == marks.endIndex { marks.append(event.mark) }
                marks[place].number = max(marks[place].number, event.mark.number)
                if isHeld { marks[place].missing.append(event.mark.number) }
                guard !isHeld else { continue }
                isSaved = true
                if case .cancelled(let attempts, isOver: true) = event.kind {
                    work.cancelled.append(.cancelled(event.id, attempts: attempts))
                }
            }
        }
        if isSaved { work.news += marks.map { .saved($0) } }
    }
}

extension Array where Element: Identifiable {
    fileprivate func missing(from others: [Element]) -> [Element] {
        let ids = Set(others.map(\.id))
        return filter { !ids.contains($0.id) }
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
