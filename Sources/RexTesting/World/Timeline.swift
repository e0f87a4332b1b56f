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
        /// What it is taken back by.
        let number: Int
        let moment: Duration
        /// The place among those of the same moment.
        fileprivate let turn: Int
        let kind: Kind
        /// The run that waits, if that is known.
        let run: OpenRun?
        /// Whether it came from elsewhere, at a time of its own.
        let isElsewhere: Bool
        /// Whether nobody asks for it: no longer, or since it came from elsewhere.
        var isSkipped: Bool
    }

    private(set) var now: Duration = .zero
    /// What waits: the earliest first, and of one moment what was there first.
    private(set) var all: [Event] = []
    /// The moment and the turn of each, by its number.
    private var places: [Int: (Duration, Int)] = [:]
    private var lastNumber = 0

    mutating func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func add(_ kind: Kind, at moment: Duration, number: Int, of run: OpenRun?, isElsewhere: Bool) {
        let event = Event(
            number: number,
            moment: moment,
            turn: newNumber(),
            kind: kind,
            run: run,
            isElsewhere: isElsewhere,
            isSkipped: isElsewhere
        )
        let place = (moment, event.turn)
        places[number] = place
        all.insert(event, at: index(of: place))
    }

    /// The index of what has this place, or would have it.
    private func index(of place: (Duration, Int)) -> Int {
        var (low, high) = (0, all.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if (all[middle].moment, all[middle].turn) < place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func remove(_ number: Int) -> Kind? {
        places.removeValue(forKey: number).map { all.remove(at: index(of: $0)).kind }
    }

    mutating func skip(where matches: (Event) -> Bool) {
        for index in all.indices where matches(all[index]) { all[index].isSkipped = true }
    }

    /// When the next of them is due.
    var nextMoment: Duration? { all.first?.moment }

    /// Moves the time; what is due then waits no longer.
    mutating func takeDue(at moment: Duration) -> [Kind] {
        now = max(now, moment)
        let due = Array(all.prefix { $0.moment <= now })
        for event in due { places[event.number] = nil }
        all.removeFirst(due.count)
        return due.map(\.kind)
    }

    /// Takes what waits and matches.
    mutating func removeAll(where matches: (Event) -> Bool) -> [Kind] {
        let taken = all.filter(matches)
        for event in taken { places[event.number] = nil }
        all.removeAll { places[$0.number] == nil }
        return taken.map(\.kind)
    }
}
