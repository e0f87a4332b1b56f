// SPDX-License-Identifier: MIT

import RexCore

/// The events of a recorder in memory, with one number for each.
///
/// It is filled when somebody asks for events, so recording an action costs nothing more. All
/// inspectors of a recorder use the same numbers.
struct EventSequence: ~Copyable {
    /// The most records that are read while the recorder is locked.
    static let chunk = 64

    /// The most actions that the recorder keeps.
    let capacity: Int
    private(set) var log: EventLog

    // The positions up to which the recorder's lists were read.
    private(set) var nextAction = 0
    private var nextEnded = 0
    private var nextNotices = (notLetIn: 0, others: 0)
    private var begunRuns = 0
    private var storeChanges = 0

    /// The index and the event of each kept action, by its number.
    private(set) var actions: [Int: (index: Int, event: Int)] = [:]
    /// The running runs and the newest ended ones.
    private(set) var runs: [Int: RecordedRun] = [:]
    private var endedRuns = Queue<Int>()
    /// The event of each run's beginning, by its number.
    private(set) var starts: [Int: Int] = [:]
    private(set) var notices: Newest<RecordedNotice>
    private var endedStores: Set<Int> = []
    /// The upper parts of the action numbers that were read.
    private(set) var ranges: Set<Int> = []

    init(capacity: Int) {
        // Multiples of it are computed.
        let capacity = min(capacity, Int.max / 8)
        self.capacity = capacity
        // An action, and the beginning and the end of a run for each.
        log = EventLog(capacity: capacity * 3 + EventSequence.chunk)
        notices = Newest(capacity: capacity * 2)
    }

    /// Numbers the events since the last call, in the order of their times.
    mutating func poll<ActionType, StateType>(
        _ recorder: Recorder<ActionType, StateType>,
        _ ring: Lock<RecordRing<ActionType, StateType>>
    ) {
        var others: [(time: Duration, position: EventLog.Position)] = []
        let newActions = readActions(ring, start: recorder.start)
        readRuns(recorder.runs, &others)
        readNotices(recorder.notices, &others)
        others.sort { $0.time < $1.time }
        var next = 0
        for action in newActions {
            while next < others.count, others[next].time < action.time {
                append(others[next].position)
                next += 1
            }
            actions[action.number] = (action.index, log.append(.action(action.index)))
            ranges.insert(action.number / ActionSource.rangeOfNumbers)
        }
        for other in others[next...] { append(other.position) }
        readStores(recorder.stores)
        forgetOverwritten()
    }

    private mutating func append(_ position: EventLog.Position) {
        let event = log.append(position)
        if case .began(let run) = position { starts[run] = event }
    }

    private mutating func readActions<ActionType, StateType>(
        _ ring: Lock<RecordRing<ActionType, StateType>>,
        start: UInt64
    ) -> [(number: Int, index: Int, time: Duration)] {
        var found: [(number: Int, index: Int, time: Duration)] = []
        let end = ring.withLock { $0.total }
        while nextAction < end {
            let (first, heads) = ring.withLock { ring in
                let first = max(nextAction, ring.total - ring.count)
                let heads = (first..<min(first + EventSequence.chunk, ring.total)).compactMap { index in
                    ring.record(index).map { ($0.head.number, index, $0.head.times.handling) }
                }
                return (first, heads)
            }
            if first > nextAction {
                // The actions that this call has found were overwritten too.
                log.skip(first - nextAction + found.count)
                found.removeAll()
            }
            found += heads.map { ($0, $1, .nanoseconds($2 - start)) }
            nextAction = first + heads.count
        }
        return found
    }

    private mutating func readRuns(
        _ list: Lock<RunList>,
        _ found: inout [(time: Duration, position: EventLog.Position)]
    ) {
        let (begun, end) = list.withLock { ($0.begun, $0.endedTotal) }
        guard begun != begunRuns || end != nextEnded else { return }
        var hasMissed = false
        while nextEnded < end {
            let (first, ended) = list.withLock { $0.ended(from: nextEnded, limit: EventSequence.chunk) }
            if first > nextEnded {
                log.skip(first - nextEnded)
                hasMissed = true
            }
            for run in ended {
                if runs[run.number] == nil { found.append((run.began, .began(run.number))) }
                found.append((run.ended ?? run.began, .ended(run.number)))
                runs[run.number] = run
                endedRuns.append(run.number)
            }
            nextEnded = first + ended.count
        }
        if begun != begunRuns {
            begunRuns = begun
            for run in list.withLock({ $0.running(unless: { runs[$0] != nil }) }) {
                runs[run.number] = run
                found.append((run.began, .began(run.number)))
            }
        }
        if hasMissed {
            // The ends of some runs were overwritten, so they are not known.
            let open = runs.values.filter { $0.ended == nil }.map(\.number)
            let gone = list.withLock { list in open.filter { !list.isRunning($0) } }
            let known = list.withLock { Set($0.ended(from: nextEnded, limit: .max).runs.map(\.number)) }
            for number in gone where !known.contains(number) { (runs[number], starts[number]) = (nil, nil) }
        }
    }

    private mutating func readNotices(
        _ list: Lock<NoticeList>,
        _ found: inout [(time: Duration, position: EventLog.Position)]
    ) {
        let totals = list.withLock { $0.totals }
        for isOfNotLetIn in [true, false] {
            let end = isOfNotLetIn ? totals.notLetIn : totals.others
            var next = isOfNotLetIn ? nextNotices.notLetIn : nextNotices.others
            while next < end {
                let (first, new) = list.withLock {
                    $0.notices(ofNotLetIn: isOfNotLetIn, from: next, limit: EventSequence.chunk)
                }
                if first > next { log.skip(first - next) }
                for notice in new {
                    found.append((notice.time, .notice(notices.total)))
                    notices.append(notice)
                }
                next = first + new.count
            }
            if isOfNotLetIn { nextNotices.notLetIn = next } else { nextNotices.others = next }
        }
    }

    private mutating func readStores<ActionType>(_ list: Lock<StoreList<ActionType>>) {
        let ended: [Int]? = list.withLock { list in
            guard list.changes != storeChanges else { return nil }
            storeChanges = list.changes
            return list.elements.compactMap { $0.output == nil ? $0.number : nil }
        }
        guard let ended else { return }
        for store in ended where !endedStores.contains(store) { log.append(.store(store)) }
        endedStores = Set(ended)
    }

    /// Forgets overwritten events, as soon as there are as many as kept ones.
    private mutating func forgetOverwritten() {
        if actions.count > 2 * capacity {
            let oldest = nextAction - capacity
            actions = actions.filter { $0.value.index >= oldest }
        }
        while endedRuns.count > capacity, let run = endedRuns.popFirst() {
            (runs[run], starts[run]) = (nil, nil)
        }
    }
}
