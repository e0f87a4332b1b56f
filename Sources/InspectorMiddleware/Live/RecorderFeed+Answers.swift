// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore
import StateComparison

extension RecorderFeed {
    /// The most bytes of a state in an answer.
    static var stateLimit: Int { 8 << 20 }
    /// The most causes and consequences of an event in an explanation.
    static var causeLimit: Int { 100 }

    /// Returns the page of the recorder without data, and its security policy.
    ///
    /// - Parameter nonce: The nonce of its script and its style.
    func page(nonce: String) -> (page: [UInt8], policy: String) {
        (Array(pageParts.joined(separator: nonce.utf8)), PageFormat.livePolicy(nonce: nonce))
    }

    /// Returns the first line of the events: the program, the stores and the kept data.
    func header(canDispatch: Bool) -> [UInt8] {
        let stores = recorder.stores.withLock { $0.elements }
        var json = JSONText()
        json.object { line in
            line.string("type", "recording")
            line.integer("version", 1)
            line.string("id", recorder.id)
            line.integer("began", recorder.startOfDay)
            if let program = recorder.program { line.string("program", program) }
            if recorder.isRedacted { line.bool("redacted", true) }
            line.bool("changes", recorder.states != .none)
            line.bool("states", recorder.states == .all)
            line.bool("dispatch", canDispatch)
            if map != nil { line.bool("map", true) }
            line.integer("last", lastEvent)
            line.member("stores") { json in
                json.array(stores) { json, store in
                    json.object { json in
                        json.integer("store", store.number)
                        if let name = store.name { json.string("name", name) }
                        json.bool("ended", store.dispatch == nil)
                        json.member("numbers") { $0.integers(store.ranges) }
                    }
                }
            }
        }
        return json.bytes
    }

    // MARK: Explanations

    /// Returns the explanation of an event, its causes and its consequences.
    func explanation(of event: Int) throws(FeedError) -> [UInt8] {
        let (sentence, cause) = try sentence(of: event)
        var json = JSONText()
        json.object { line in
            line.integer("event", event)
            line.string("explanation", sentence)
            line.member("causes") { links(to: causes(from: cause), &$0) }
            let consequences = consequences(of: event)
            switch self.event(event) {
            case .action:
                line.member("consequences") { links(to: consequences.actions, &$0) }
                line.member("started") { links(to: consequences.started, &$0) }
                line.member("cancelled") { links(to: consequences.cancelled, &$0) }
            case .began, .ended: line.member("consequences") { links(to: consequences.actions, &$0) }
            case .notice, .storeEnded, nil: break
            }
        }
        return json.bytes
    }

    func links(to entries: [Entry], _ json: inout JSONText) {
        json.array(entries) { json, entry in
            json.object { line in
                if let event = self.event(ofAction: entry.number) { line.integer("event", event) }
                line.string("label", recorder.numbering.label(entry.number))
                if let store = entry.store { line.string("store", store) }
                line.string("text", entry.actionText)
                line.string("explanation", explanation(of: entry))
            }
        }
    }

    /// Returns the explanation of an event, and the number of the action that caused it.
    func sentence(of event: Int) throws(FeedError) -> (text: String, cause: Int?) {
        switch self.event(event) {
        case .began(let number), .ended(let number):
            guard let run = run(number) else { throw overwritten }
            return (explanation(of: run), run.cause)
        case .notice(let notice):
            return (explanation(of: notice), notice.action)
        case .storeEnded: return ("The store ended.", nil)
        case .action, nil:
            let entry = try entry(ofEvent: event)
            return (explanation(of: entry), entry.cause)
        }
    }

    /// Returns an action and its causes, the newest one first.
    func causes(from number: Int?) -> [Entry] {
        var causes: [Entry] = []
        var next = number
        while causes.count < RecorderFeed.causeLimit, let number = next, let entry = entry(ofAction: number) {
            causes.append(entry)
            next = entry.cause
        }
        return causes
    }

    // MARK: States

    /// Returns the state after an event, or the part of it under a path.
    ///
    /// That is the state after the last action of the same store, unless the event is an action.
    func state(after event: Int, path: String) throws(FeedError) -> [UInt8] {
        let event = try action(upTo: event)
        let (entry, part) = try part(ofStateAfter: event, path)
        var json = JSONText()
        json.object { line in
            line.integer("event", event)
            line.string("label", recorder.numbering.label(entry.number))
            line.string("text", ValueText.bounded(part, to: 100_000, textsTo: 100_000))
            if let part = part as? any Encodable, let value = ValueEncoder().encode(part) {
                line.member("state") { $0.raw(value) }
            }
        }
        return try bounded(json.bytes)
    }

    /// Returns an action, and the state after it or the part of it under a path.
    func part(ofStateAfter event: Int, _ path: String) throws(FeedError) -> (entry: Entry, part: Any) {
        let entry = try entry(ofEvent: event)
        guard let state = entry.stateAfter else { throw statesNotKept }
        guard let path = ValuePath(path) else {
            throw FeedError(kind: .invalid, reason: "This is not a path. Paths look like rows[3].title.")
        }
        guard let part = path.part(of: state) else {
            throw FeedError(kind: .missing, reason: "The state has no such part. \(path.longestPart(of: state))")
        }
        return (entry, part)
    }

    /// Returns the states before and after an action as the numbered parts that the page shows.
    ///
    /// - Parameter since: The event of an action whose later state is returned instead of the state
    ///   before, or nil.
    func stateParts(of event: Int, since: Int?) throws(FeedError) -> [UInt8] {
        let entry = try entry(ofEvent: action(upTo: event))
        guard entry.stateAfter != nil else { throw statesNotKept }
        var before = entry.before
        if let since { before = try self.entry(ofEvent: action(upTo: since)).after }
        var data = PageData()
        return try bounded(data.states(before, entry.after))
    }

    private func bounded(_ json: [UInt8]) throws(FeedError) -> [UInt8] {
        guard json.count <= RecorderFeed.stateLimit else {
            throw FeedError(kind: .missing, reason: "The state is larger than 8 MB. Ask for a part with path=.")
        }
        return json
    }

    var statesNotKept: FeedError {
        let reason =
            switch recorder.states {
            case .changes: "The recorder keeps only the changes of states. Make it with keeping: .all."
            case .none where recorder.hidesStates:
                "The recorder redacts actions, so it keeps states only if it has redactingState:."
            default: "The recorder keeps no states. Make it with keeping: .all."
            }
        return FeedError(kind: .missing, reason: reason)
    }

    // MARK: Runs

    /// The runs that have not ended, with the number of their attempts.
    var pendingRuns: [(run: RecordedRun, attempts: Int)] {
        let running = recorder.events.withLock { events in
            events.runs.values.compactMap { run in run.task.map { (run: run.value, task: $0) } }
        }
        // The owner of a task is asked outside of the lock.
        return running.sorted { $0.run.number < $1.run.number }.map { ($0.run, $0.task.attempts) }
    }

    /// Returns the runs that have not ended as JSON lines.
    func pending() -> [UInt8] {
        let now = recorder.elapsed.nanoseconds
        var json = JSONText()
        for (run, attempts) in pendingRuns {
            json.object { line in
                if let start = recorder.events.withLock({ $0.runs[run.number]?.start }) { line.integer("event", start) }
                line.run(run, self, explanation(of: run))
                line.integer("age", now > run.began.nanoseconds ? now - run.began.nanoseconds : 0)
                line.integer("attempt", attempts)
            }
            json.byte("\n")
        }
        if json.bytes.isEmpty {
            json.object { line in
                line.string("type", "idle")
                line.string("explanation", "No run is pending.")
            }
            json.byte("\n")
        }
        return json.bytes
    }
}
