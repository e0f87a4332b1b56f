// SPDX-License-Identifier: MIT

import RexCore

/// What an inspector reads, without the types of actions and states.
extension Recorder {
    /// The time since the beginning of the recording.
    package var elapsed: Duration { .nanoseconds(SystemTime.uptime - start) }
    package var actionType: Any.Type { ActionType.self }
    /// The names of the cases of actions, or empty if actions are no enum.
    package var casesOfActions: Set<String> { Set(CaseNames.names(of: ActionType.self).keys) }
    /// The name of the program, or nil if it is unknown.
    package var program: String? { Recording<ActionType, StateType>.program }

    /// Keeps the newest actions in memory from now on, if the recorder has a file.
    package func beginInspection() { isInspected.withLock { $0 = true } }

    /// Numbers the events since the last call.
    package func numberEvents() {
        let end = ring.withLock { $0.total }
        while true {
            let first = events.withLock { $0.nextAction }
            // Not all at a time, since both lists are locked.
            let actions = ring.withLock { ring in
                ring.indices.clamped(to: first..<Int.max).prefix(1_000).compactMap { index in
                    ring.head(index).map { head in
                        let time = Duration.nanoseconds(head.times.handling - start)
                        return EventList.NewAction(index: index, number: head.number, time: time)
                    }
                }
            }
            let isAll = actions.last.map { $0.index + 1 >= end } ?? true
            events.withLock { $0.number(actions, isAll: isAll) }
            if isAll { return }
        }
    }

    /// Returns the numbers of an action, its cause and the run that sent it, or nil if it was overwritten.
    package func numbers(ofActionAt index: Int) -> (action: Int, cause: Int?, run: Int?)? {
        ring.withLock { $0.head(index).map { ($0.number, $0.origin.cause, $0.origin.task) } }
    }

    /// Returns an action by its index among all that the recorder ever got, or nil if it was overwritten.
    package func entry(at index: Int) -> Recording<Any, Any>.Entry? {
        guard let record = ring.withLock({ $0.record(index) }) else { return nil }
        let range = record.head.number / ActionSource.rangeOfNumbers
        let name = stores.withLock { $0.names[range] }
        return Recording.Entry(record, in: name, start: start, writing: redaction.writing).withoutTypes
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
