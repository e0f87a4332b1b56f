// SPDX-License-Identifier: MIT

import RexCore

/// The feed of a recorder in memory.
final class RecorderFeed<ActionType: Sendable, StateType: Sendable>: RecordingFeed {
    typealias Record = RecordedAction<ActionType, StateType>
    typealias Entry = Recording<ActionType, StateType>.Entry

    let recorder: Recorder<ActionType, StateType>
    private let ring: Lock<RecordRing<ActionType, StateType>>
    /// The most actions that the recorder keeps.
    var capacity: Int { recorder.events.withLock { $0.capacity } }
    /// The page between its nonces.
    private(set) lazy var pageParts: [[UInt8]] = PageFormat(nonce: "%nonce%").text
        .split(separator: "%nonce%", omittingEmptySubsequences: false)
        .map { Array($0.utf8) }

    init(_ recorder: Recorder<ActionType, StateType>, _ ring: Lock<RecordRing<ActionType, StateType>>) {
        self.recorder = recorder
        self.ring = ring
    }

    var id: String { recorder.id }

    var lastEvent: Int { recorder.events.withLock { $0.last } }
    /// The index after the newest action that was numbered.
    var nextAction: Int { recorder.events.withLock { $0.nextAction } }

    func event(_ number: Int) -> EventList.Event? { recorder.events.withLock { $0.event(number) } }

    func run(_ number: Int) -> RecordedRun? { recorder.events.withLock { $0.runs[number]?.value } }

    func poll() {
        let first = recorder.events.withLock { $0.nextAction }
        let actions = newActions(from: first)
        recorder.events.withLock { $0.number(actions) }
    }

    /// Returns the actions of the ring from an index on, without overwritten ones.
    private func newActions(from first: Int) -> [EventList.NewAction] {
        var found: [EventList.NewAction] = []
        var next = first
        let end = ring.withLock { $0.total }
        while next < end {
            // Few at a time, since the ring is locked.
            let new = ring.withLock { ring in
                (max(next, ring.total - ring.count)..<ring.total).prefix(64).compactMap { index in
                    ring.record(index).map { (index, $0.head.number, $0.head.times.handling) }
                }
            }
            if let first = new.first, first.0 > next { found = [] }
            found += new.map { EventList.NewAction(index: $0, number: $1, time: .nanoseconds($2 - recorder.start)) }
            next = (new.last?.0 ?? end) + 1
        }
        return found
    }

    // MARK: Events

    func record(_ index: Int) -> Record? { ring.withLock { $0.record(index) } }

    func entry(_ index: Int) -> Entry? {
        guard let record = record(index) else { return nil }
        let range = record.head.number / ActionSource.rangeOfNumbers
        let name = recorder.stores.withLock { $0.names[range] }
        return Entry(record, in: name, start: recorder.start, writing: recorder.writing)
    }

    func entry(ofAction number: Int) -> Entry? {
        guard let event = event(ofAction: number), case .action(let index) = self.event(event) else { return nil }
        return entry(index)
    }

    /// Returns the entry of an event that is an action.
    func entry(ofEvent event: Int) throws(FeedError) -> Entry {
        guard event > 0, event <= lastEvent else {
            throw FeedError(kind: .missing, reason: "There is no such event. The newest one is \(lastEvent).")
        }
        switch self.event(event) {
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

    func event(ofAction number: Int) -> Int? { recorder.events.withLock { $0.eventsOfActions[number] } }

    func event(after number: Int, isBrief: Bool, types: Set<String>?) -> (number: Int, json: [UInt8])? {
        var (at, known) = (number, number)
        while let (event, content) = recorder.events.withLock({ $0.next(after: at) }) {
            at = event
            if isWanted(content, types) {
                guard let json = json(of: event, content, isBrief: isBrief) else { continue }
                // The events in between were overwritten.
                if event - 1 > known { return (event - 1, skipped(from: known, to: event - 1)) }
                return (event, json)
            }
            if event - 1 > known { return (event - 1, skipped(from: known, to: event - 1)) }
            known = event
        }
        let last = lastEvent
        return known < last ? (last, skipped(from: known, to: last)) : nil
    }

    func start(ofLast count: Int, types: Set<String>?) -> Int {
        recorder.events.withLock { events in
            var start = events.last + 1
            for _ in 0..<count {
                guard let event = events.last(before: start, where: { isWanted($0, types) }) else { break }
                start = event
            }
            return start - 1
        }
    }

    private func isWanted(_ event: EventList.Event, _ types: Set<String>?) -> Bool {
        guard let types else { return true }
        switch event {
        case .action: return types.contains("action")
        case .began, .ended: return types.contains("run")
        case .notice(let notice): return types.contains(notice.kind.rawValue)
        case .storeEnded: return types.contains("storeEnded")
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

    private func json(of event: Int, _ content: EventList.Event, isBrief: Bool) -> [UInt8]? {
        var json = JSONText()
        switch content {
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
            guard var run = run(number) else { return nil }
            run = run.atItsBeginning
            json.object { line in
                line.integer("event", event)
                line.run(run, explanation(of: run, unlessEnded: "began"))
            }
        case .ended(let number):
            guard let run = run(number) else { return nil }
            json.object { line in
                line.integer("event", event)
                line.run(run, explanation(of: run))
            }
        case .notice(let notice):
            json.object { line in
                line.integer("event", event)
                line.notice(notice, explanation(of: notice))
            }
        case .storeEnded(let number):
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
        recorder.stores.withLock { Numbering(hasSeveralStores: $0.hasSeveral, names: $0.names) }
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
        return recording([entry, cause], [entry.run.flatMap { run($0) }]).explain(entry)
    }

    func explanation(of run: RecordedRun, unlessEnded unended: String = "has not ended") -> String {
        let canceller = run.ending.canceller.flatMap { entry(ofAction: $0) }
        return recording([canceller], [run]).explain(run, unlessEnded: unended)
    }

    func explanation(of notice: RecordedNotice) -> String {
        let entries = [notice.action, notice.cause].map { number in number.flatMap { entry(ofAction: $0) } }
        return recording(entries, [notice.run.flatMap { run($0) }]).explain(notice)
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
