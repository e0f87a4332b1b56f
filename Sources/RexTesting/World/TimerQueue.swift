// SPDX-License-Identifier: MIT

/// The sleepers and the work that wait for a moment, in the order of time.
struct TimerQueue {
    enum Kind {
        /// A task that sleeps.
        case sleeper(CheckedContinuation<Void, any Error>)
        /// Work of a scheduler.
        case work(() -> Void)
    }

    struct Event {
        /// The number by which it is taken back.
        let number: Int
        fileprivate(set) var moment: Duration
        let kind: Kind
        /// The run that waits, if that is known.
        let run: ActiveRun?
        /// The run that has started the task that sleeps elsewhere.
        let escaped: ActiveRun?
        /// True if it came from elsewhere, at a time of its own.
        let isElsewhere: Bool
        /// True if no claim is about it: it was skipped, or came from elsewhere.
        var isSkipped: Bool
    }

    private struct Entry {
        let moment: Duration
        let number: Int
    }

    private(set) var now: Duration = .zero
    private var events: [Int: Event] = [:]
    /// The earliest first, and of one moment what was there first; those that were taken back are
    /// still in it.
    private var entries: [Entry] = []
    /// The index of the first entry that is not done.
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
        isElsewhere: Bool,
        escaped: ActiveRun? = nil
    ) {
        events[number] = Event(
            number: number,
            moment: moment,
            kind: kind,
            run: run,
            escaped: escaped,
            isElsewhere: isElsewhere,
            isSkipped: isElsewhere
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

    /// Moves an event to a later moment, after the other events of that moment.
    mutating func postpone(_ number: Int, to moment: Duration) {
        guard let event = events[number], event.moment < moment,
            let index = entries[first...].firstIndex(where: { $0.number == number })
        else { return }
        events[number]?.moment = moment
        entries.remove(at: index)
        insert(Entry(moment: moment, number: number))
    }

    mutating func remove(_ number: Int) -> Kind? {
        guard let event = events.removeValue(forKey: number) else { return nil }
        // Those that are gone are not to gather.
        if entries.count - first > 2 * events.count + 16 {
            entries = entries[first...].filter { events[$0.number] != nil }
            first = 0
        }
        return event.kind
    }

    mutating func skip(where matches: (Event) -> Bool) {
        for (number, event) in events where matches(event) { events[number]?.isSkipped = true }
    }

    /// The moment at which the next of them is due.
    mutating func nextMoment() -> Duration? {
        while first < entries.count, events[entries[first].number] == nil { first += 1 }
        return first < entries.count ? entries[first].moment : nil
    }

    /// The next moment without what came from elsewhere.
    func nextOwnMoment() -> Duration? {
        entries[first...].first { entry in events[entry.number].map { !$0.isElsewhere } ?? false }?.moment
    }

    /// Moves the time; what is due then waits no longer.
    mutating func takeDue(at moment: Duration) -> [Kind] {
        now = max(now, moment)
        var due: [Kind] = []
        while let next = nextMoment(), next <= now {
            if let event = events.removeValue(forKey: entries[first].number) { due.append(event.kind) }
            first += 1
        }
        return due
    }

    /// Takes what waits and matches.
    mutating func removeAll(where matches: (Event) -> Bool) -> [Kind] {
        entries[first...].compactMap { entry in
            events[entry.number].flatMap { matches($0) ? events.removeValue(forKey: entry.number)?.kind : nil }
        }
    }

    /// The events that wait, in the order of time.
    var all: [Event] { entries[first...].compactMap { events[$0.number] } }
}
