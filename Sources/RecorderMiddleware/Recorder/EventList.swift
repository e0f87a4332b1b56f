// SPDX-License-Identifier: MIT

package import RexCore

/// The events of a recorder: runs, notices and ended stores, with one number for each of them and each action.
///
/// Events are appended as they happen. They are numbered when an inspector asks, together with the actions of the
/// ring, so recording an action costs nothing more. All inspectors of a recorder use the same numbers.
package struct EventList: ~Copyable {
    package enum Event {
        /// The index of an action among all that the ring ever got.
        case action(Int)
        /// The number of a run that began.
        case began(Int)
        /// The number of a run that ended.
        case ended(Int)
        indirect case notice(RecordedNotice)
        /// The number of a store that ended.
        case storeEnded(Int)
    }

    private struct Element {
        /// The number of the event, or 0 before it is numbered.
        var number = 0
        let time: Duration
        let event: Event
    }

    package struct Run {
        package fileprivate(set) var value: RecordedRun
        /// The task until it ends.
        package fileprivate(set) var task: StoreTask?
        /// The number of the event of its beginning, once that is numbered.
        package fileprivate(set) var start: Int?
    }

    /// The most actions that the ring keeps.
    package let capacity: Int
    /// The numbered events, and then the others.
    private var elements: [Element] = []
    private var numberedCount = 0
    /// The number of events that were dropped before they were numbered.
    private var unnumberedDrops = 0
    /// The number of elements beyond which old ones are dropped.
    private var limit: Int

    /// The number of the newest event.
    package private(set) var last = 0
    /// The index after the newest numbered action.
    package private(set) var nextAction = 0
    /// The event of each action, by the action's number.
    package private(set) var eventsOfActions: [Int: Int] = [:]
    /// The number of the newest numbered action of each store, by the upper part of the number.
    private(set) var newestActions: [Int: Int] = [:]
    /// The runs whose ends were not dropped.
    package private(set) var runs: [Int: Run] = [:]

    init(capacity: Int) {
        // Multiples of it are computed.
        self.capacity = min(capacity, Int.max / 16)
        limit = 4 * self.capacity
    }

    // MARK: Recording

    mutating func begin(_ run: RecordedRun, _ task: StoreTask) {
        runs[run.number] = Run(value: run, task: task)
        append(.began(run.number), at: run.began)
    }

    /// Ends a run, and returns its task, to be released after unlocking.
    mutating func end(_ run: Int, at time: Duration, _ ending: RecordedRun.Ending, attempts: Int) -> StoreTask? {
        runs[run]?.value.end(at: time, ending, attempts: attempts)
        let task = runs[run]?.task.take()
        append(.ended(run), at: time)
        return task
    }

    mutating func append(_ event: Event, at time: Duration) {
        elements.append(Element(time: time, event: event))
        if elements.count > limit { dropOldest() }
    }

    /// Drops overwritten actions and the oldest of the other events, of which twice as many are kept as actions.
    ///
    /// The reports of closed gates are dropped first, since a gate may keep out each action of an app. The beginning
    /// of a run that has not ended is kept besides.
    private mutating func dropOldest() {
        let excess = max(0, elements.count { isDroppable($0.event) } - 2 * capacity)
        var droppedReports = min(excess, elements.count { $0.event.isReportOfGate })
        var droppedOthers = excess - droppedReports
        let unnumberedCount = elements.count - numberedCount
        elements = elements.filter { element in
            if case .action(let index) = element.event { return index >= nextAction - capacity }
            guard isDroppable(element.event) else { return true }
            if element.event.isReportOfGate {
                droppedReports -= 1
                return droppedReports < 0
            }
            droppedOthers -= 1
            if droppedOthers >= 0, case .ended(let run) = element.event { runs[run] = nil }
            return droppedOthers < 0
        }
        numberedCount = elements.firstIndex { $0.number == 0 } ?? elements.count
        unnumberedDrops += unnumberedCount - (elements.count - numberedCount)
        if let first = elements.first(where: { if case .action = $0.event { true } else { false } })?.number {
            eventsOfActions = eventsOfActions.filter { $0.value >= first }
            newestActions = newestActions.filter { eventsOfActions[$0.value] != nil }
        }
        // Runs that have not ended may need more room.
        limit = max(4 * capacity, 2 * elements.count)
    }

    private func isDroppable(_ event: Event) -> Bool {
        switch event {
        case .action: false
        case .began(let run): runs[run]?.task == nil
        case .ended, .notice, .storeEnded: true
        }
    }

    /// The runs, in the order of their numbers.
    package var allRuns: [RecordedRun] { RecordedRun.sorted(runs.values.map(\.value)) }

    /// The notices, in the order of their times.
    var notices: [RecordedNotice] {
        elements.compactMap { if case .notice(let notice) = $0.event { notice } else { nil } }
            .sorted { $0.time < $1.time }
    }

    // MARK: Numbers

    /// An action that the ring has got.
    struct NewAction {
        let index: Int
        let number: Int
        let time: Duration
    }

    /// Numbers the new events and these actions, in the order of their times.
    ///
    /// - Parameters:
    ///   - read: The actions of the ring from ``nextAction`` on, without overwritten ones.
    ///   - isAll: Whether events after the last action are numbered too.
    mutating func number(_ read: [NewAction], isAll: Bool = true) {
        // Another inspector may have numbered some of them meanwhile.
        let actions = read.drop { $0.index < nextAction }
        last += unnumberedDrops
        unnumberedDrops = 0
        var others = elements[numberedCount...].sorted { $0.time < $1.time }[...]
        elements.removeSubrange(numberedCount...)
        for action in actions {
            while let other = others.first, other.time < action.time { number(others.removeFirst()) }
            // The actions before it were overwritten.
            last += action.index - nextAction
            nextAction = action.index + 1
            number(Element(time: action.time, event: .action(action.index)))
            eventsOfActions[action.number] = last
            newestActions[action.number / ActionSource.rangeOfNumbers] = action.number
        }
        while isAll, let other = others.popFirst() { number(other) }
        numberedCount = elements.count
        elements += others
        if elements.count > limit { dropOldest() }
    }

    private mutating func number(_ element: Element) {
        last += 1
        if case .began(let run) = element.event { runs[run]?.start = last }
        elements.append(Element(number: last, time: element.time, event: element.event))
    }

    /// Returns the event with a number, or nil if it was dropped.
    package func event(_ number: Int) -> Event? {
        next(after: number - 1).flatMap { $0.number == number ? $0.event : nil }
    }

    /// Returns the first event after a number, or nil if there is none.
    package func next(after number: Int) -> (number: Int, event: Event)? {
        let index = index(after: number)
        return index < numberedCount ? (elements[index].number, elements[index].event) : nil
    }

    /// Returns the newest event before a number that is wanted, or nil.
    package func last(before number: Int, where isWanted: (Event) -> Bool) -> Int? {
        elements[..<index(after: number - 1)].last { isWanted($0.event) }?.number
    }

    /// Returns the notices of an action, with their numbers.
    package func notices(of action: Int) -> [(number: Int, notice: RecordedNotice)] {
        elements[..<numberedCount].compactMap { element in
            guard case .notice(let notice) = element.event, notice.action == action else { return nil }
            return (element.number, notice)
        }
    }

    /// Returns the newest event of each run.
    package func events(ofRuns numbers: Set<Int>) -> [Int: Int] {
        var found: [Int: Int] = [:]
        for element in elements[..<numberedCount] {
            switch element.event {
            case .began(let run), .ended(let run): if numbers.contains(run) { found[run] = element.number }
            case .action, .notice, .storeEnded: break
            }
        }
        return found
    }

    /// Returns the index of the first numbered event with a larger number.
    private func index(after number: Int) -> Int {
        var (low, high) = (0, numberedCount)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].number <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension EventList.Event {
    /// Whether a closed gate has kept out an action.
    package var isReportOfGate: Bool {
        if case .notice(let notice) = self { notice.kind == .dropped && notice.actionText == nil } else { false }
    }
}
