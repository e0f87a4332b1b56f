// SPDX-License-Identifier: MIT

/// What waits for which moment.
struct Timeline {
    enum Kind {
        /// A task that sleeps.
        case sleeper(CheckedContinuation<Void, any Error>)
        /// Work of a scheduler.
        case work(() -> Void)
    }

    struct Event {
        let moment: Duration
        let number: Int
        let kind: Kind
        /// The run that waits, if that is known.
        let run: OpenRun?
        /// Whether nobody asks for it any more.
        var isSkipped = false
    }

    private(set) var now: Duration = .zero
    /// What is to come, the earliest first, and of one moment what was there first.
    private(set) var events: [Event] = []
    private var lastNumber = 0

    mutating func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func add(_ kind: Kind, at moment: Duration, number: Int, of run: OpenRun?) {
        var (low, high) = (events.startIndex, events.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if events[middle].moment <= moment { low = middle + 1 } else { high = middle }
        }
        events.insert(Event(moment: moment, number: number, kind: kind, run: run), at: low)
    }

    mutating func remove(_ number: Int) -> Kind? {
        guard let index = events.firstIndex(where: { $0.number == number }) else { return nil }
        return events.remove(at: index).kind
    }

    mutating func skip() {
        for index in events.indices { events[index].isSkipped = true }
    }

    /// Moves the time; what is due then waits no longer.
    mutating func takeDue(at moment: Duration) -> ArraySlice<Event> {
        now = max(now, moment)
        let due = events.prefix { $0.moment <= now }
        events.removeFirst(due.count)
        return due
    }
}
