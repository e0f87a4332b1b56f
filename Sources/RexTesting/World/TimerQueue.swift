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
        /// Returns the deadline, which may become later.
        fileprivate let deadline: () -> Duration
        let kind: Kind
        /// The run that sleeps, if it is known.
        let run: ActiveRun?
        /// The run that has started the sleeping task, if that task is outside of the run.
        let escaped: ActiveRun?
        /// Whether a task outside of the test's control added the event, at an arbitrary time.
        let isUncontrolled: Bool
        /// Whether checks ignore the event: it was skipped, or it is outside of the test's control.
        var isSkipped: Bool

        var moment: Duration { deadline() }
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
        at moment: @autoclosure @escaping () -> Duration,
        number: Int,
        of run: ActiveRun?,
        isUncontrolled: Bool,
        escaped: ActiveRun? = nil
    ) {
        events[number] = Event(
            number: number,
            deadline: moment,
            kind: kind,
            run: run,
            escaped: escaped,
            isUncontrolled: isUncontrolled,
            isSkipped: isUncontrolled
        )
        insert(Entry(moment: moment(), number: number))
    }

    private mutating func insert(_ entry: Entry) {
        var (low, high) = (first, entries.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].moment <= entry.moment { low = middle + 1 } else { high = middle }
        }
        entries.insert(entry, at: low)
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

    /// Returns the index of the next entry whose event matches.
    ///
    /// Moves the events before it whose deadlines have become later, behind the other events of the
    /// new deadlines.
    private mutating func nextIndex(where matches: (Event) -> Bool) -> Int? {
        while let index = entries[first...].firstIndex(where: { events[$0.number].map(matches) ?? false }) {
            let entry = entries[index]
            guard let moment = events[entry.number]?.moment, moment > entry.moment else { return index }
            entries.remove(at: index)
            insert(Entry(moment: moment, number: entry.number))
        }
        return nil
    }

    /// Returns the deadline of the next event.
    mutating func nextDeadline() -> Duration? {
        first = nextIndex { _ in true } ?? entries.count
        return first < entries.count ? entries[first].moment : nil
    }

    /// Returns the deadline of the next event that is not outside of the test's control.
    mutating func nextControlledDeadline() -> Duration? {
        nextIndex { !$0.isUncontrolled }.map { entries[$0].moment }
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
    var all: [Event] { entries[first...].compactMap { events[$0.number] }.sorted { $0.moment < $1.moment } }
}
