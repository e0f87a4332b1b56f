// SPDX-License-Identifier: MIT

import RexCore

/// The feed of a recorder in memory.
final class RecorderFeed<ActionType: Sendable, StateType: Sendable>: RecordingFeed {
    typealias Record = RecordedAction<ActionType, StateType>
    typealias Entry = Recording<ActionType, StateType>.Entry

    /// The most records that are read while the recorder is locked.
    static var chunk: Int { 64 }

    let recorder: Recorder<ActionType, StateType>
    private let ring: Lock<RecordRing<ActionType, StateType>>
    let capacity: Int
    private(set) var log: EventLog

    // The positions up to which the recorder's lists were read.
    private(set) var nextAction = 0
    private var nextEnded = 0
    private var nextNotices = (notLetIn: 0, others: 0)
    private var begunRuns = 0
    private var storeChanges = 0

    /// The index and the event of each kept action, by its number.
    private(set) var actions: [Int: (index: Int, event: Int)] = [:]
    /// The running runs and the newest ended ones.
    private(set) var runs: [Int: RecordedRun] = [:]
    private var endedRuns = Queue<Int>()
    private var notices: Newest<RecordedNotice>
    private var endedStores: Set<Int> = []
    /// The page between its nonces.
    private(set) lazy var pageParts: [[UInt8]] = PageFormat(nonce: "%nonce%").text
        .split(separator: "%nonce%", omittingEmptySubsequences: false)
        .map { Array($0.utf8) }
    /// The upper parts of the action numbers that were read.
    private var ranges: Set<Int> = []

    init(_ recorder: Recorder<ActionType, StateType>, _ ring: Lock<RecordRing<ActionType, StateType>>) {
        self.recorder = recorder
        self.ring = ring
        // Multiples of it are computed.
        capacity = min(ring.withLock { $0.capacity }, Int.max / 8)
        // An action, and the beginning and the end of a run for each.
        log = EventLog(capacity: capacity * 3 + RecorderFeed.chunk)
        notices = Newest(capacity: capacity * 2)
    }

    var lastEvent: Int { log.last }

    // MARK: Reading the recorder

    func poll() {
        var others: [(time: Duration, position: EventLog.Position)] = []
        let newActions = readActions()
        readRuns(&others)
        readNotices(&others)
        others.sort { $0.time < $1.time }
        var next = 0
        for action in newActions {
            while next < others.count, others[next].time < action.time {
                log.append(others[next].position)
                next += 1
            }
            actions[action.number] = (action.index, log.append(.action(action.index)))
            ranges.insert(action.number / ActionSource.rangeOfNumbers)
        }
        for other in others[next...] { log.append(other.position) }
        readStores()
        forgetOverwritten()
    }

    private func readActions() -> [(number: Int, index: Int, time: Duration)] {
        var found: [(number: Int, index: Int, time: Duration)] = []
        let (end, start) = (ring.withLock { $0.total }, recorder.start)
        while nextAction < end {
            let (first, heads) = ring.withLock { ring in
                let first = max(nextAction, ring.total - ring.count)
                let heads = (first..<min(first + RecorderFeed.chunk, ring.total)).compactMap { index in
                    ring.record(index).map { ($0.head.number, index, $0.head.times.handling) }
                }
                return (first, heads)
            }
            if first > nextAction {
                // The actions that this call has found were overwritten too.
                log.skip(first - nextAction + found.count)
                found.removeAll()
            }
            found += heads.map { ($0, $1, .nanoseconds($2 - start)) }
            nextAction = first + heads.count
        }
        return found
    }

    private func readRuns(_ found: inout [(time: Duration, position: EventLog.Position)]) {
        let (begun, end) = recorder.runs.withLock { ($0.begun, $0.endedTotal) }
        guard begun != begunRuns || end != nextEnded else { return }
        var hasMissed = false
        while nextEnded < end {
            let (first, ended) = recorder.runs.withLock { $0.ended(from: nextEnded, limit: RecorderFeed.chunk) }
            if first > nextEnded {
                log.skip(first - nextEnded)
                hasMissed = true
            }
            for run in ended {
                if runs[run.number] == nil { found.append((run.began, .began(run.number))) }
                found.append((run.ended ?? run.began, .ended(run.number)))
                runs[run.number] = run
                endedRuns.append(run.number)
            }
            nextEnded = first + ended.count
        }
        if begun != begunRuns {
            begunRuns = begun
            for run in recorder.runs.withLock({ $0.running(unless: { runs[$0] != nil }) }) {
                runs[run.number] = run
                found.append((run.began, .began(run.number)))
            }
        }
        if hasMissed {
            // The ends of some runs were overwritten, so they are not known.
            let open = runs.values.filter { $0.ended == nil }.map(\.number)
            let gone = recorder.runs.withLock { list in open.filter { !list.isRunning($0) } }
            let known = recorder.runs.withLock { Set($0.ended(from: nextEnded, limit: .max).runs.map(\.number)) }
            for number in gone where !known.contains(number) { runs[number] = nil }
        }
    }

    private func readNotices(_ found: inout [(time: Duration, position: EventLog.Position)]) {
        let totals = recorder.notices.withLock { $0.totals }
        for isOfNotLetIn in [true, false] {
            let end = isOfNotLetIn ? totals.notLetIn : totals.others
            var next = isOfNotLetIn ? nextNotices.notLetIn : nextNotices.others
            while next < end {
                let (first, new) = recorder.notices.withLock {
                    $0.notices(ofNotLetIn: isOfNotLetIn, from: next, limit: RecorderFeed.chunk)
                }
                if first > next { log.skip(first - next) }
                for notice in new {
                    found.append((notice.time, .notice(notices.total)))
                    notices.append(notice)
                }
                next = first + new.count
            }
            if isOfNotLetIn { nextNotices.notLetIn = next } else { nextNotices.others = next }
        }
    }

    private func readStores() {
        let ended: [Int]? = recorder.stores.withLock { list in
            guard list.changes != storeChanges else { return nil }
            storeChanges = list.changes
            return list.elements.compactMap { $0.output == nil ? $0.number : nil }
        }
        guard let ended else { return }
        for store in ended where !endedStores.contains(store) { log.append(.store(store)) }
        endedStores = Set(ended)
    }

    /// Forgets overwritten events, as soon as there are as many as kept ones.
    private func forgetOverwritten() {
        if actions.count > 2 * capacity {
            let oldest = nextAction - capacity
            actions = actions.filter { $0.value.index >= oldest }
        }
        while endedRuns.count > capacity, let run = endedRuns.popFirst() { runs[run] = nil }
    }

    // MARK: Events

    func record(_ index: Int) -> Record? { ring.withLock { $0.record(index) } }

    func entry(_ index: Int) -> Entry? {
        guard let record = record(index) else { return nil }
        let range = record.head.number / ActionSource.rangeOfNumbers
        let name = recorder.storeNames.withLock { $0[range] }
        return Entry(record, in: name, start: recorder.start, writing: recorder.writing)
    }

    func entry(ofAction number: Int) -> Entry? { actions[number].flatMap { entry($0.index) } }

    /// Returns the entry of an event that is an action.
    func entry(ofEvent event: Int) throws(FeedError) -> Entry {
        guard event > 0, event <= log.last else {
            throw FeedError(kind: .missing, reason: "There is no such event. The newest one is \(log.last).")
        }
        switch log.position(of: event) {
        case .action(let index): if let entry = entry(index) { return entry }
        case nil: break
        default: throw FeedError(kind: .missing, reason: "The event is not an action.")
        }
        throw overwritten
    }

    var overwritten: FeedError {
        FeedError(
            kind: .missing,
            reason: "The event was overwritten. The recorder keeps \(capacity) actions; give it a larger capacity."
        )
    }

    func event(ofAction number: Int) -> Int? { actions[number]?.event }

    func notice(_ index: Int) -> RecordedNotice? {
        let (first, elements) = notices.elements(from: index, limit: 1)
        return first == index ? elements.first : nil
    }

    func event(after number: Int, isBrief: Bool, types: Set<String>?) -> (number: Int, json: [UInt8])? {
        var (at, known) = (number, number)
        while let (event, position) = log.next(after: at) {
            at = event
            if isWanted(position, types) {
                guard let json = json(of: event, position, isBrief: isBrief) else { continue }
                // The events in between were overwritten.
                if event - 1 > known { return (event - 1, skipped(from: known, to: event - 1)) }
                return (event, json)
            }
            if event - 1 > known { return (event - 1, skipped(from: known, to: event - 1)) }
            known = event
        }
        return known < log.last ? (log.last, skipped(from: known, to: log.last)) : nil
    }

    func start(ofLast count: Int, types: Set<String>?) -> Int {
        var start = log.last + 1
        for _ in 0..<count {
            guard let event = log.last(before: start, where: { isWanted($0, types) }) else { break }
            start = event
        }
        return start - 1
    }

    private func isWanted(_ position: EventLog.Position, _ types: Set<String>?) -> Bool {
        guard let types else { return true }
        switch position {
        case .action: return types.contains("action")
        case .began, .ended: return types.contains("run")
        // The type of a notice that is no longer kept is unknown.
        case .notice(let index): return notice(index).map { types.contains($0.kind.rawValue) } ?? true
        case .store: return types.contains("storeEnded")
        }
    }

    private func skipped(from number: Int, to event: Int) -> [UInt8] {
        var json = JSONText()
        json.object { line in
            line.integer("event", event)
            line.string("type", "skipped")
            line.integer("count", event - number)
        }
        return json.bytes
    }

    private func json(of event: Int, _ position: EventLog.Position, isBrief: Bool) -> [UInt8]? {
        var json = JSONText()
        switch position {
        case .action(let index):
            guard var entry = entry(index) else { return nil }
            // The states are compared once.
            if !isBrief, entry.stateAfter != nil { entry.recordedChange = entry.change }
            json.object { line in
                line.integer("event", event)
                line.string("label", numbering.label(entry.number))
                if isBrief {
                    line.brief(Row(entry))
                } else {
                    line.row(Row(entry))
                    line.string("explanation", explanation(of: entry))
                }
            }
        case .began(let number):
            guard var run = runs[number] else { return nil }
            run = run.atItsBeginning
            json.object { line in
                line.integer("event", event)
                line.run(run, explanation(of: run, unlessEnded: "began"))
            }
        case .ended(let number):
            guard let run = runs[number] else { return nil }
            json.object { line in
                line.integer("event", event)
                line.run(run, explanation(of: run))
            }
        case .notice(let index):
            guard let notice = notice(index) else { return nil }
            json.object { line in
                line.integer("event", event)
                line.notice(notice, explanation(of: notice))
            }
        case .store(let number):
            let stores = recorder.stores.withLock { $0.elements }
            guard let store = stores.first(where: { $0.number == number }) else { return nil }
            json.object { line in
                line.integer("event", event)
                line.string("type", "storeEnded")
                if let name = store.name { line.string("store", name) }
                line.member("numbers") { $0.integers(store.ranges) }
            }
        }
        return json.bytes
    }

    // MARK: Explanations

    var numbering: Numbering {
        Numbering(hasSeveralStores: ranges.count > 1, names: recorder.storeNames.withLock { $0 })
    }

    /// Returns a recording of some actions and runs, for its explanations.
    private func recording(_ entries: [Entry?], _ runs: [RecordedRun?]) -> Recording<ActionType, StateType> {
        let runs = runs.compactMap { $0 }
        let causes = runs.compactMap(\.cause).map { entry(ofAction: $0) }
        return Recording(
            entries: (entries + causes).compactMap { $0 },
            runs: runs,
            startOfDay: recorder.startOfDay,
            isRedacted: recorder.writing != nil,
            numbering: numbering
        )
    }

    func explanation(of entry: Entry) -> String {
        let cause = entry.cause.flatMap { self.entry(ofAction: $0) }
        return recording([entry, cause], [entry.run.flatMap { runs[$0] }]).explain(entry)
    }

    func explanation(of run: RecordedRun, unlessEnded unended: String = "has not ended") -> String {
        let canceller = run.ending.canceller.flatMap { entry(ofAction: $0) }
        return recording([canceller], [run]).explain(run, unlessEnded: unended)
    }

    func explanation(of notice: RecordedNotice) -> String {
        let entries = [notice.action, notice.cause].map { number in number.flatMap { entry(ofAction: $0) } }
        return recording(entries, [notice.run.flatMap { runs[$0] }]).explain(notice)
    }
}

extension JSONText {
    /// Writes the parts of an action that are cheap to compute.
    fileprivate mutating func brief(_ row: Row) {
        string("type", "action")
        bool("brief", true)
        integer("number", row.number)
        if let store = row.store { string("store", store) }
        if let cause = row.cause { integer("cause", cause) }
        if let run = row.run { integer("run", run) }
        string("name", row.name)
        string("file", row.place.file)
        string("function", row.place.function)
        integer("line", row.place.line)
        integer("time", row.time)
        integer("handle", row.handle)
        integer("reduce", row.reduce)
        integer("observers", row.observers)
        integer("io", row.io)
        integer("thread", row.thread)
        bool("done", row.isDone)
    }
}
