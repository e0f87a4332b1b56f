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

    var lastEvent: Int { recorder.events.withLock { $0.log.last } }
    /// The index after the newest action that was numbered.
    var nextAction: Int { recorder.events.withLock { $0.nextAction } }

    func position(of event: Int) -> EventLog.Position? { recorder.events.withLock { $0.log.position(of: event) } }

    func run(_ number: Int) -> RecordedRun? { recorder.events.withLock { $0.runs[number] } }

    func poll() { recorder.events.withLock { $0.poll(recorder, ring) } }

    // MARK: Events

    func record(_ index: Int) -> Record? { ring.withLock { $0.record(index) } }

    func entry(_ index: Int) -> Entry? {
        guard let record = record(index) else { return nil }
        let range = record.head.number / ActionSource.rangeOfNumbers
        let name = recorder.storeNames.withLock { $0[range] }
        return Entry(record, in: name, start: recorder.start, writing: recorder.writing)
    }

    func entry(ofAction number: Int) -> Entry? {
        recorder.events.withLock { $0.actions[number] }.flatMap { entry($0.index) }
    }

    /// Returns the entry of an event that is an action.
    func entry(ofEvent event: Int) throws(FeedError) -> Entry {
        guard event > 0, event <= lastEvent else {
            throw FeedError(kind: .missing, reason: "There is no such event. The newest one is \(lastEvent).")
        }
        switch position(of: event) {
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

    func event(ofAction number: Int) -> Int? { recorder.events.withLock { $0.actions[number]?.event } }

    func notice(_ index: Int) -> RecordedNotice? {
        let (first, elements) = recorder.events.withLock { $0.notices.elements(from: index, limit: 1) }
        return first == index ? elements.first : nil
    }

    func event(after number: Int, isBrief: Bool, types: Set<String>?) -> (number: Int, json: [UInt8])? {
        var (at, known) = (number, number)
        while let (event, position) = recorder.events.withLock({ $0.log.next(after: at) }) {
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
        let last = lastEvent
        return known < last ? (last, skipped(from: known, to: last)) : nil
    }

    func start(ofLast count: Int, types: Set<String>?) -> Int {
        let log = recorder.events.withLock { $0.log }
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
                    line.bool("brief", true)
                    line.head(Row(entry), self)
                } else {
                    line.row(Row(entry), self)
                    line.string("explanation", explanation(of: entry))
                }
            }
        case .began(let number):
            guard var run = run(number) else { return nil }
            run = run.atItsBeginning
            json.object { line in
                line.integer("event", event)
                line.run(run, self, explanation(of: run, unlessEnded: "began"))
            }
        case .ended(let number):
            guard let run = run(number) else { return nil }
            json.object { line in
                line.integer("event", event)
                if let start = recorder.events.withLock({ $0.starts[number] }) { line.integer("start", start) }
                line.run(run, self, explanation(of: run))
            }
        case .notice(let index):
            guard let notice = notice(index) else { return nil }
            json.object { line in
                line.integer("event", event)
                line.notice(notice, self, explanation(of: notice))
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
        Numbering(
            hasSeveralStores: recorder.events.withLock { $0.ranges.count > 1 },
            names: recorder.storeNames.withLock { $0 },
            kept: ring.withLock { ring in
                guard let oldest = ring.record(ring.total - ring.count), let newest = ring.record(ring.total - 1) else {
                    return nil
                }
                return Numbering.Kept(
                    oldest: oldest.head.number,
                    newest: newest.head.number,
                    hasOverwritten: ring.total > ring.count
                )
            }
        )
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

extension RecorderFeed: EventLinks {
    func reference(toAction number: Int) -> EventReference {
        let numbering = numbering
        guard let event = event(ofAction: number) else {
            return EventReference(label: numbering.label(number), missing: numbering.missing(number))
        }
        return EventReference(event: event, label: numbering.label(number))
    }

    func reference(toRun number: Int) -> EventReference {
        guard let run = run(number), let start = recorder.events.withLock({ $0.starts[number] }) else {
            return .unknownRun
        }
        return EventReference(event: start, label: run.title)
    }

    func storeAndNumber(of number: Int) -> (store: Int, number: Int) { numbering.storeAndNumber(of: number) }
}
