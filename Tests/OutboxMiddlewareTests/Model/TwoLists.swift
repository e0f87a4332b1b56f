// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting

/// An app with two optimistic lists that share an outbox, each saved in a file of its own.
struct TwoLists: Sendable {
    struct Row: Codable, Hashable, Sendable {
        let number: Int
        let lane: String
    }

    struct Job: Codable, Hashable, Sendable {
        let list: ListName
        let row: Row
        /// Whether the app adds another job once this one was sent.
        var isFollowed = false
    }

    enum ListName: String, Codable, CaseIterable, Sendable { case a, b }

    struct Contents: Codable, Equatable, Sendable {
        var rows: [Row] = []
        /// The rejections that the user has seen.
        var notices: Set<OutboxID> = []
    }

    enum Change: Codable, Hashable, Sendable {
        case add(Row), addOnce(Row), replaceAll([Row]), notice(OutboxID)
    }

    typealias List = Optimistic<Contents, Change>

    static let reducer = Reducer<Change, Contents>.reduce { change, contents in
        switch change {
        case .add(let row): contents.rows.append(row)
        case .addOnce(let row): if !contents.rows.contains(row) { contents.rows.append(row) }
        case .replaceAll(let rows): contents.rows = rows
        case .notice(let id): contents.notices.insert(id)
        }
    }
    .optimistic()

    /// Nil until it is loaded.
    var a: List?
    var b = List(Contents())
    var outbox = Outbox<Job>()
    var isOnline = true
    var resumesLoaded = true

    subscript(name: ListName) -> List? {
        get { name == .a ? a : b }
        set { if name == .a { a = newValue } else if let newValue { b = newValue } }
    }

    mutating func reduce(_ name: ListName, _ action: OptimisticAction<Change>) {
        guard var list = self[name] else { return }
        Self.reducer.reduce(action, &list)
        self[name] = list
    }

    mutating func reduceBoth(_ action: OptimisticAction<Change>) {
        for name in ListName.allCases { reduce(name, action) }
    }

    mutating func resume(_ name: ListName, _ backlog: OutboxBacklog<Job>) {
        guard var list = self[name] else { return }
        list.resume(backlog, by: Self.reducer) { $0.list == name ? .add($0.row) : nil }
        self[name] = list
    }

    mutating func perform(_ id: OutboxID) {
        guard let entry = outbox[id] else { return }
        reduce(entry.job.list, .perform(id, .add(entry.job.row)))
    }
}

enum TwoListsAction: Sendable {
    case perform(TwoLists.Job), takeBack(OutboxID, isCancelled: Bool)
    case cancel(OutboxID), retry(OutboxID), cancelAll, connect(Bool), save
    case opened(TwoLists.List?), closed, madeAnew(TwoLists.ListName), replace(TwoLists.List)
    case streamed(TwoLists.ListName, OutboxID, TwoLists.Change)
    case pull(TwoLists.ListName), pulled(TwoLists.ListName, [TwoLists.Row], OptimisticMark)
    case outbox(OutboxAction<TwoLists.Job, TwoLists.Job>)

    static let outbox = CasePath<TwoListsAction, OutboxAction<TwoLists.Job, TwoLists.Job>>(
        extract: { if case .outbox(let action) = $0 { action } else { nil } },
        embed: TwoListsAction.outbox
    )
}

struct TwoListsWorld: Sendable {
    let a, b: StateFile<TwoLists.List>
    let outbox: OutboxFile<TwoLists.Job>
    let send: @Sendable (TwoLists.Job, OutboxID) async throws -> TwoLists.Job
    let pull: @Sendable (TwoLists.ListName) async throws -> [TwoLists.Row]
}

extension TwoLists {
    static let app = Feature<TwoListsAction, TwoLists, TwoListsWorld>.combine {
        core
        Feature.saving(
            \.a,
            to: { $0.a },
            acknowledging: TwoListsAction.outbox,
            state: \.outbox,
            now: { if case .save = $0 { true } else { false } }
        )
        Feature.saving(\.b, to: { $0.b }, acknowledging: TwoListsAction.outbox, state: \.outbox)
    }

    /// The app without saving.
    static let core = Feature<TwoListsAction, TwoLists, TwoListsWorld>.combine {
        Feature { action, app in
            app.reduce(action)
        } effects: { effects, world in
            effects.on({ if case .pull(let name) = $0 { name } else { nil } }, .each) { name, effect in
                guard let mark = effect.state[name]?.mark else { return }
                effect.send(.pulled(name, try await world.pull(name), mark))
            }
        }
        Feature.outbox(
            case: TwoListsAction.outbox,
            state: \.outbox,
            while: \.isOnline,
            retrying: .constant(.milliseconds(50)),
            to: { $0.outbox }
        ) { job, id, world in
            try await world.send(job, id)
        }
    }

    private mutating func reduce(_ action: TwoListsAction) {
        switch action {
        case .perform(let job): perform(outbox.add(job, lane: OutboxLane(job.row.lane)))
        case .takeBack(let id, let isCancelled):
            reduceBoth(.rejected(id))
            if isCancelled { outbox.cancel(id) }
        case .cancel(let id): outbox.cancel(id)
        case .retry(let id):
            if outbox[id]?.phase.rejection != nil { perform(id) }
            outbox.retry(id)
        case .cancelAll: outbox.cancelAll()
        case .connect(let isOnline): self.isOnline = isOnline
        case .opened(let list):
            a = list ?? List(Contents())
            resume(.a, outbox.backlog)
        case .closed: a = nil
        case .madeAnew(let name):
            self[name] = List(Contents())
            resume(name, outbox.backlog)
        case .replace(let list): b = list
        case .streamed(let name, let id, let change): reduce(name, .result(of: id, change))
        case .pulled(let name, let rows, let mark): reduce(name, .pulled(.replaceAll(rows), askedAt: mark))
        case .outbox(let action): reduce(action)
        case .pull, .save: break
        }
    }

    private mutating func reduce(_ action: OutboxAction<Job, Job>) {
        switch action {
        case .sent(let id, let job):
            reduceBoth(.confirmed(id))
            guard job.isFollowed else { return }
            let row = Row(number: -job.row.number, lane: job.row.lane)
            let next = outbox.add(Job(list: job.list, row: row), lane: OutboxLane(row.lane), after: id)
            if outbox[next]?.phase == .saving { perform(next) }
        case .rejected(let id, _):
            reduceBoth(.rejected(id))
            reduceBoth(.server(.notice(id)))
        case .cancelled(let id, _): reduceBoth(.rejected(id))
        case .loaded(let backlog) where resumesLoaded: for name in ListName.allCases { resume(name, backlog) }
        default: break
        }
    }
}

/// A server that knows each job by its id, and rejects, fails and answers late as a schedule says.
final class TwoListsServer: Sendable {
    private struct Contents: Sendable {
        var accepted: Set<OutboxID> = []
        var rows: [TwoLists.ListName: [TwoLists.Row]] = [:]
        var twice: [TwoLists.Row] = []
        var stream: [TwoLists.ListName: [(id: OutboxID, row: TwoLists.Row)]] = [:]
    }

    struct Failure: Error {}

    private let schedule: Schedule
    private let clock: TestClock
    /// Returns whether the device has no power, so that nothing that it does takes effect.
    private let isCut: @Sendable () -> Bool
    private let contents = Lock(Contents())
    let acceptsAll = Lock(false)

    init(_ schedule: Schedule, _ clock: TestClock, isCut: @escaping @Sendable () -> Bool) {
        (self.schedule, self.clock, self.isCut) = (schedule, clock, isCut)
    }

    /// Jobs that have arrived under two ids.
    var twice: [TwoLists.Row] { contents.withLock { $0.twice } }

    func rows(_ name: TwoLists.ListName) -> [TwoLists.Row] { contents.withLock { $0.rows[name] ?? [] } }

    private func wait(_ label: String) async throws {
        let time = acceptsAll.withLock { $0 } ? 0 : schedule.int(in: 0...8, label) * 60
        if time > 0 { try await clock.sleep(for: .milliseconds(time)) }
    }

    func send(_ job: TwoLists.Job, _ id: OutboxID) async throws -> TwoLists.Job {
        try await wait("request takes")
        if isCut() { throw Failure() }
        guard !acceptsAll.withLock({ $0 }) else {
            accept(job, id)
            return job
        }
        switch schedule.int(in: 0...5, "server") {
        case 1: throw Failure()
        case 2 where !contents.withLock({ $0.accepted.contains(id) }): throw .rejected("no")
        case 3:
            accept(job, id)
            throw Failure()
        default:
            accept(job, id)
            try await wait("answer takes")
        }
        return job
    }

    private func accept(_ job: TwoLists.Job, _ id: OutboxID) {
        contents.withLock { contents in
            guard contents.accepted.insert(id).inserted else { return }
            if contents.rows[job.list, default: []].contains(job.row) { contents.twice.append(job.row) }
            contents.rows[job.list, default: []].append(job.row)
            contents.stream[job.list, default: []].append((id, job.row))
        }
    }

    func pull(_ name: TwoLists.ListName) async throws -> [TwoLists.Row] {
        try await wait("pull takes")
        let rows = rows(name)
        try await wait("pulled state takes")
        return rows
    }

    /// Takes the oldest results of the live stream.
    func takeResults(_ name: TwoLists.ListName) -> [(id: OutboxID, row: TwoLists.Row)] {
        contents.withLock { contents in
            let all = contents.stream[name] ?? []
            let count = all.isEmpty ? 0 : schedule.int(in: 1...all.count, "results")
            contents.stream[name] = Array(all.dropFirst(count))
            return Array(all.prefix(count))
        }
    }
}

/// A coder that cannot decode some jobs.
struct TwoListsCoder: StateCoder {
    struct Unknown: Error {}

    /// The numbers of the jobs.
    let unknown = Lock<Set<Int>>([])

    func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] { try JSONStateCoder().encode(value) }

    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        for number in unknown.withLock({ $0 }) {
            for end in [",", "}"] where bytes.firstRange(of: Array("\"number\":\(number)\(end)".utf8)) != nil {
                throw Unknown()
            }
        }
        return try JSONStateCoder().decode(type, from: bytes)
    }
}

/// A storage whose writes fail while it is full, beside files that can be written.
struct FullStorage: Storage {
    let disk: TestStorage
    /// The files that cannot be written.
    let fullPaths = Lock<Set<String>>([])

    func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) throws(StorageError) {
        if fullPaths.withLock({ $0.contains(path) }) { throw StorageError(.write, path, .system(28)) }
        try disk.write(bytes, to: path, keepingOldAs: oldPath)
    }

    func read(_ path: String) throws(StorageError) -> [UInt8]? { try disk.read(path) }
    func append(_ bytes: [UInt8], to path: String) throws(StorageError) { try disk.append(bytes, to: path) }
    func appendDurably(_ bytes: [UInt8], to path: String, expecting size: Int) throws(StorageError) -> Bool {
        if fullPaths.withLock({ $0.contains(path) }) { throw StorageError(.append, path, .system(28)) }
        return try disk.appendDurably(bytes, to: path, expecting: size)
    }
    func sync(_ path: String) throws(StorageError) { try disk.sync(path) }
    func move(_ path: String, to newPath: String) throws(StorageError) { try disk.move(path, to: newPath) }
    func remove(_ path: String) throws(StorageError) { try disk.remove(path) }
    func resync(_ bytes: [UInt8], at path: String) throws(StorageError) {
        try disk.resync(bytes, at: path)
    }
    func resolve(_ path: String) throws(StorageError) -> String { try disk.resolve(path) }
    func paths(beginningWith path: String) throws(StorageError) -> [String] { try disk.paths(beginningWith: path) }
    func lock(_ path: String) throws(StorageError) -> StorageLock { try disk.lock(path) }
}
