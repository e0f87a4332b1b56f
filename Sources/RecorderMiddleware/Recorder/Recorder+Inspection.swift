// SPDX-License-Identifier: MIT

import RexCore

/// What an inspector reads, without the types of actions and states.
extension Recorder {
    /// The time since the beginning of the recording.
    package var elapsed: Duration { .nanoseconds(SystemTime.uptime - start) }
    package var actionType: Any.Type { ActionType.self }
    /// The name of the program, or nil if it is unknown.
    package var program: String? { Recording<ActionType, StateType>.program }

    /// Keeps the newest actions in memory from now on, if the recorder has a file.
    package func beginInspection() { isInspected.withLock { $0 = true } }

    /// Numbers the events since the last call.
    package func numberEvents() {
        let first = events.withLock { $0.nextAction }
        let actions = newActions(from: first)
        events.withLock { $0.number(actions) }
    }

    /// Returns the actions from an index on, without overwritten ones.
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
            found += new.map { EventList.NewAction(index: $0, number: $1, time: .nanoseconds($2 - start)) }
            next = (new.last?.0 ?? end) + 1
        }
        return found
    }

    /// Returns the numbers of an action, its cause and the run that sent it, or nil if it was overwritten.
    package func numbers(ofActionAt index: Int) -> (action: Int, cause: Int?, run: Int?)? {
        let record = ring.withLock { $0.record(index) }
        return record.map { ($0.head.number, $0.head.origin.cause, $0.head.origin.task) }
    }

    /// Returns an action by its index among all that the recorder ever got, or nil if it was overwritten.
    package func entry(at index: Int) -> Recording<Any, Any>.Entry? {
        guard let record = ring.withLock({ $0.record(index) }) else { return nil }
        let range = record.head.number / ActionSource.rangeOfNumbers
        let name = stores.withLock { $0.names[range] }
        return Recording<Any, Any>.Entry(record.withoutTypes, in: name, start: start, writing: redaction.writing)
    }

    /// Returns a recording of some actions and runs, for its sentences.
    package func recording(_ entries: [Recording<Any, Any>.Entry], _ runs: [RecordedRun]) -> Recording<Any, Any> {
        Recording(
            entries: entries,
            runs: runs,
            startOfDay: startOfDay,
            isRedacted: isRedacted,
            numbering: numbering
        )
    }

    package var numbering: Numbering {
        let (oldest, hasOverwritten) = ring.withLock { ($0.head($0.indices.lowerBound)?.number, $0.total > $0.count) }
        let newest = events.withLock { $0.newestActions }
        return stores.withLock {
            Numbering(of: $0, oldest: oldest, newest: newest, hasOverwritten: hasOverwritten)
        }
    }

    package var isRedacted: Bool { redaction.isOn }
    /// Whether states are not kept, since they may contain the redacted secrets of actions.
    package var hidesStates: Bool { redaction.hasAction && !redaction.hasState }
}

extension RecordedAction {
    fileprivate var withoutTypes: RecordedAction<Any, Any> {
        var record = RecordedAction<Any, Any>(head, action: action, before: before)
        record.after = after
        return record
    }
}
