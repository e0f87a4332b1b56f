// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore

extension RecorderFeed {
    /// Returns the actions that followed from an event, and the runs that an action has started and
    /// cancelled.
    ///
    /// - Complexity: O(*n*) in the kept actions.
    func consequences(of event: Int) -> (actions: [Entry], started: [RecordedRun], cancelled: [RecordedRun]) {
        switch self.event(event) {
        case .action(let index):
            guard let number = recorder.numbers(ofActionAt: index)?.action else { break }
            return (
                entries(from: index + 1) { $0.cause == number }, runs { $0.cause == number },
                runs { $0.ending.canceller == number }
            )
        case .began(let number), .ended(let number):
            return (entries(from: max(0, nextAction - capacity)) { $0.run == number }, [], [])
        case .notice, .storeEnded, nil: break
        }
        return ([], [], [])
    }

    /// Returns the first actions from an index that are wanted.
    private func entries(from index: Int, where isWanted: ((cause: Int?, run: Int?)) -> Bool) -> [Entry] {
        var found: [Entry] = []
        for index in min(index, nextAction)..<nextAction where found.count < RecorderFeed.causeLimit {
            guard let numbers = recorder.numbers(ofActionAt: index), isWanted((numbers.cause, numbers.run)),
                let entry = recorder.entry(at: index)
            else { continue }
            found.append(entry)
        }
        return found
    }

    private func runs(where isWanted: (RecordedRun) -> Bool) -> [RecordedRun] {
        let found = recorder.events.withLock { $0.allRuns.filter(isWanted) }
        return Array(found.prefix(RecorderFeed.causeLimit))
    }

    func links(to runs: [RecordedRun], _ json: inout JSONText) {
        let numbers = Set(runs.map(\.number))
        let events = recorder.events.withLock { $0.events(ofRuns: numbers) }
        json.array(runs) { json, run in
            json.object { line in
                if let event = events[run.number] { line.integer("event", event) }
                line.string("name", run.name)
                if let key = run.key { line.string("key", key) }
                line.string("explanation", explanation(of: run))
            }
        }
    }

    // MARK: Events of actions

    /// Returns the event of an action.
    ///
    /// - Parameters:
    ///   - label: The number of the action in its store, or its label in sentences.
    ///   - store: The name or the number of the store, or nil if the label tells it.
    func event(ofAction label: String, store: String?) throws(FeedError) -> Int {
        let numbering = recorder.numbering
        let small = label.split { $0 == " " || $0 == "." }.last.flatMap { Int($0) }
        let found = recorder.events.withLock { $0.eventsOfActions }.filter { number, _ in
            let place = Numbering.storeAndNumber(of: number)
            guard place.number == small else { return false }
            return ("\(place.number)" == label || numbering.label(number) == label) && isIn(store, number)
                && self.event(ofAction: number) != nil
        }
        if found.count == 1, let only = found.first { return only.value }
        let labels = found.keys.map { numbering.label($0) }.sorted()
        throw FeedError(
            kind: .missing,
            reason: found.isEmpty
                ? "There is no such action, or it was overwritten."
                : "Several stores have such an action. Name one of them with store=: \(labels.joined(separator: ", "))."
        )
    }

    /// Returns whether an action is of the store with a name or a number; nil stands for any store.
    func isIn(_ store: String?, _ number: Int) -> Bool {
        let range = Numbering.storeAndNumber(of: number).store
        return store == nil || store == "\(range)" || store == recorder.stores.withLock { $0.names[range] }
    }

    /// Returns an event that is an action: the event itself, or that of the last action of its store.
    func action(upTo event: Int) throws(FeedError) -> Int {
        let number: Int?
        switch self.event(event) {
        case .action, nil: return event
        case .began(let run), .ended(let run): number = self.run(run)?.cause
        case .notice(let notice): number = notice.action ?? notice.cause
        case .storeEnded(let store): return try lastAction(before: event) { isIn("\(store)", $0) }
        }
        guard number != nil || !recorder.numbering.hasSeveralStores else {
            throw FeedError(kind: .missing, reason: "It is unknown of which store the event is.")
        }
        let store = number.map { Numbering.storeAndNumber(of: $0).store }
        return try lastAction(before: event) { store == nil || store == Numbering.storeAndNumber(of: $0).store }
    }

    /// Returns the event of the newest action of the store with a name or a number, or of all stores.
    func newestAction(in store: String?) throws(FeedError) -> Int {
        try lastAction(before: lastEvent + 1) { isIn(store, $0) }
    }

    /// - Parameter isWanted: Returns whether the action with a number is looked for.
    private func lastAction(before event: Int, where isWanted: (Int) -> Bool) throws(FeedError) -> Int {
        let last = recorder.events.withLock { events in
            events.last(before: event) { event in
                guard case .action(let index) = event else { return false }
                return recorder.numbers(ofActionAt: index).map { isWanted($0.action) } ?? false
            }
        }
        guard let last else { throw FeedError(kind: .missing, reason: "No kept action came before.") }
        return last
    }
}
