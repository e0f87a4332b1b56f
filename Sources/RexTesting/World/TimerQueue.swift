// SPDX-License-Identifier: MIT

import RexCore

/// The sleeping tasks and the scheduled work, sorted by deadline.
struct TimerQueue {
    enum Kind {
        /// A task that sleeps.
        case sleeper(CheckedContinuation<Void, any Error>)
        /// Work of a scheduler.
        case work(() -> Void)
    }

    struct Event {
        /// The number that removes the event.
        let number: Int
        fileprivate(set) var moment: Duration
        let kind: Kind
        /// The run that sleeps, if it is known.
        let run: ActiveRun?
        /// The run that has started the sleeping task, if that task is outside of the run.
        let escaped: ActiveRun?
        /// Whether a task outside of the test's control added the event, at an arbitrary time.
        let isUncontrolled: Bool
        /// Whether checks ignore the event: it was skipped, or it is outside of the test's control.
        var isSkipped: Bool
    }

    private struct Entry {
        let moment: Duration
        let number: Int
    }

    private(set) var now: Duration = .zero
    private var events: [Int: Event] = [:]
    /// The entries, sorted by deadline and then by their order of insertion.
    ///
    /// Entries of removed events are still here.
    private var entries: [Entry] = []
    /// The index of the first pending entry.
    private var first = 0
    private var lastNumber = 0

    mutating func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func add(
        _ kind: Kind,
        at moment: Duration,
        number: Int,
        of run: ActiveRun?,
        isUncontrolled: Bool,
        escaped: ActiveRun? = nil
    ) {
        events[number] = Event(
            number: number,
            moment: moment,
            kind: kind,
            run: run,
            escaped: escaped,
            isUncontrolled: isUncontrolled,
            isSkipped: isUncontrolled
        )
        insert(Entry(moment: moment, number: number))
    }

    private mutating func insert(_ entry: Entry) {
        var (low, high) = (first, entries.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].moment <= entry.moment { low = middle + 1 } else { high = middle }
        }
        entries.insert(entry, at: low)
    }

    /// Postpones an event, after the other events of the new deadline.
    mutating func postpone(_ number: Int, to moment: Duration) {
        guard var event = events[number], event.moment < moment,
            let index = entries[first...].firstIndex(where: { $0.number == number })
        else { return }
        // Changing it in the dictionary would allocate several times.
        event.moment = moment
        events[number] = event
        entries.remove(at: index)
        insert(Entry(moment: moment, number: number))
    }

    mutating func remove(_ number: Int) -> Kind? {
        guard let event = events.removeValue(forKey: number) else { return nil }
        if needsCompaction(slots: entries.count - first, elements: events.count) {
            entries = entries[first...].filter { events[$0.number] != nil }
            first = 0
        }
        return event.kind
    }

    mutating func skip(where matches: (Event) -> Bool) {
        for (number, event) in events where matches(event) { events[number]?.isSkipped = true }
    }

    /// Returns the deadline of the next event.
    mutating func nextDeadline() -> Duration? {
        while first < entries.count, events[entries[first].number] == nil { first += 1 }
        return first < entries.count ? entries[first].moment : nil
    }

    /// Returns the deadline of the next event that is not outside of the test's control.
    func nextControlledDeadline() -> Duration? {
        entries[first...].first { entry in events[entry.number].map { !$0.isUncontrolled } ?? false }?.moment
    }

    /// Advances the time.
    ///
    /// Removes and returns the events that are due.
    mutating func takeDue(at moment: Duration) -> [Kind] {
        now = max(now, moment)
        var due: [Kind] = []
        while let next = nextDeadline(), next <= now {
            if let event = events.removeValue(forKey: entries[first].number) { due.append(event.kind) }
            first += 1
        }
        return due
    }

    /// Removes and returns the matching events.
    mutating func removeAll(where matches: (Event) -> Bool) -> [Kind] {
        entries[first...].compactMap { entry in
            events[entry.number].flatMap { matches($0) ? events.removeValue(forKey: entry.number)?.kind : nil }
        }
    }

    /// The pending events, sorted by deadline.
    var all: [Event] { entries[first...].compactMap { events[$0.number] } }
}
