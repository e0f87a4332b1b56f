// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore

/// Reads a recorder while it records, and writes answers about its numbered events as JSON.
///
/// Nothing is added to the processing of an action. Use a feed on one thread at a time.
final class RecorderFeed {
    typealias Entry = Recording<Any, Any>.Entry

    let recorder: any InspectedRecorder
    /// The parts and rules of the app, if it passes them.
    let map: FeatureMap?
    /// What the recording knows of the map's entries.
    lazy var mapUses = MapUses(recorder)
    /// The page between its nonces.
    private(set) lazy var pageParts: [[UInt8]] = PageFormat(nonce: "%nonce%").text
        .split(separator: "%nonce%", omittingEmptySubsequences: false)
        .map { Array($0.utf8) }

    init(_ recorder: any InspectedRecorder, map: FeatureMap? = nil) {
        self.recorder = recorder
        self.map = map
        recorder.beginInspection()
    }

    /// The most actions that the recorder keeps.
    var capacity: Int { recorder.events.withLock { $0.capacity } }
    /// The number of the newest event that ``poll()`` has found.
    var lastEvent: Int { recorder.events.withLock { $0.last } }
    /// The index after the newest action that was numbered.
    var nextAction: Int { recorder.events.withLock { $0.nextAction } }

    func event(_ number: Int) -> EventList.Event? { recorder.events.withLock { $0.event(number) } }

    func run(_ number: Int) -> RecordedRun? { recorder.events.withLock { $0.runs[number]?.value } }

    /// Numbers the events since the last call.
    func poll() { recorder.numberEvents() }

    // MARK: Events

    /// The types of events.
    static let types = ["action", "run"] + RecordedNotice.Kind.allCases.map(\.rawValue) + ["storeEnded"]

    /// Reads types that are separated by commas.
    static func types(_ text: String) throws(FeedError) -> Set<String> {
        let wanted = Set(text.split(separator: ",").map { $0.trimmingPrefix(" ").description })
        guard wanted.isSubset(of: types) else {
            throw FeedError(kind: .invalid, reason: "The types of events are \(types.joined(separator: ", ")).")
        }
        return wanted
    }

    func entry(ofAction number: Int) -> Entry? {
        index(ofAction: number).flatMap { recorder.entry(at: $0) }
    }

    /// Returns the entry of an event that is an action.
    func entry(ofEvent event: Int) throws(FeedError) -> Entry {
        guard event > 0, event <= lastEvent else {
            throw FeedError(kind: .missing, reason: "There is no such event. The newest one is \(lastEvent).")
        }
        switch self.event(event) {
        case .action(let index): if let entry = recorder.entry(at: index) { return entry }
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

    /// Returns the event of an action, or nil if it was overwritten.
    func event(ofAction number: Int) -> Int? {
        guard let index = index(ofAction: number), recorder.numbers(ofActionAt: index) != nil else { return nil }
        return recorder.events.withLock { $0.eventsOfActions[number] }
    }

    private func index(ofAction number: Int) -> Int? {
        recorder.events.withLock { events in
            guard let event = events.eventsOfActions[number], case .action(let index) = events.event(event) else {
                return nil
            }
            return index
        }
    }

    /// Returns the first event of some types after a number as JSON, or nil if there is none yet.
    ///
    /// Events that were overwritten are counted in one event of the type `skipped`, which has the
    /// number of the last one of them.
    ///
    /// - Parameters:
    ///   - isBrief: Whether to leave out the parts of an action that are expensive to compute.
    ///   - types: The wanted types, or nil for all. `skipped` is always wanted.
    func event(after number: Int, isBrief: Bool, types: Set<String>?) -> (number: Int, json: [UInt8])? {
        var (at, known) = (number, number)
        while true {
            // Together, since another inspector may number new events at any time.
            let (next, last) = recorder.events.withLock { ($0.next(after: at), $0.last) }
            guard let (event, content) = next else {
                return known < last ? (last, skipped(from: known, to: last)) : nil
            }
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
    }

    /// Returns the number after which the newest `count` events of some types begin.
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

    func isWanted(_ event: EventList.Event, _ types: Set<String>?) -> Bool {
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
            guard var entry = recorder.entry(at: index) else { return nil }
            // The states are compared once.
            if !isBrief, entry.stateAfter != nil { entry.recordedChange = entry.change }
            json.object { line in
                line.integer("event", event)
                line.string("label", recorder.numbering.label(entry.number))
                if isBrief {
                    line.bool("brief", true)
                    line.head(entry, self)
                } else {
                    line.row(entry, self)
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
                if let start = recorder.events.withLock({ $0.runs[number]?.start }) { line.integer("start", start) }
                line.run(run, self, explanation(of: run))
            }
        case .notice(let notice):
            json.object { line in
                line.integer("event", event)
                line.notice(notice, self, explanation(of: notice))
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

    /// Returns a recording of some actions and runs, for its explanations.
    private func recording(_ entries: [Entry?], _ runs: [RecordedRun?]) -> Recording<Any, Any> {
        let runs = runs.compactMap { $0 }
        let causes = runs.compactMap(\.cause).map { entry(ofAction: $0) }
        return recorder.recording((entries + causes).compactMap { $0 }, runs)
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
        let numbering = recorder.numbering
        guard let event = event(ofAction: number) else {
            return EventReference(label: numbering.label(number), missing: numbering.missing(number))
        }
        return EventReference(event: event, label: numbering.label(number))
    }

    func reference(toRun number: Int) -> EventReference {
        guard let run = run(number) else { return .unknownRun }
        let start = recorder.events.withLock { events in
            events.runs[number]?.start.flatMap { events.event($0) == nil ? nil : $0 }
        }
        return start.map { EventReference(event: $0, label: run.title) }
            ?? EventReference(label: run.title, missing: .overwritten)
    }
}
