// SPDX-License-Identifier: MIT

import RexCore

/// The steps of a test, one for each action.
struct TestSteps {
    /// The way in which an action reaches the store.
    enum Arrival: Equatable {
        /// The test sends it.
        case sent
        /// The action follows at once from the action at this index.
        case following(Int)
        /// A run sends it.
        case fromRun
        /// The action comes from outside during the action at this index.
        case meanwhile(Int)
        /// A middleware sends the action with random numbers when the store starts.
        case atStart
    }

    struct Step {
        let arrival: Arrival
        /// The action as a literal.
        let action: String
        /// The state after the action as a literal, or nil if it was not kept.
        let state: String?
        let change: String?
        /// Whether the action changed the state, as far as that is known.
        let changesState: Bool
        let time: Duration
    }

    let steps: [Step]
    /// Whether runs were active at the same time as others or as actions from outside, so that a test
    /// has to repeat the order of their actions.
    let isConcurrent: Bool
    /// Whether all states were kept.
    var hasStates: Bool { steps.allSatisfy { $0.state != nil } }
    /// The text of each change, or nil if changes were not kept.
    var changes: [String]? {
        let changes = steps.compactMap(\.change)
        return changes.count == steps.count && changes.contains { !$0.isEmpty } ? changes : nil
    }

    init<ActionType: Codable, StateType>(
        _ recording: Recording<ActionType, StateType>,
        hasMiddleware: Bool
    ) throws(Obstacle) {
        let entries = recording.entries.filter(\.isDone)
        guard let last = entries.last else { throw Obstacle("there is no action that was done.") }
        let range = ActionSource.rangeOfNumbers
        guard entries.allSatisfy({ $0.number / range == last.number / range }) else {
            throw Obstacle("its actions are of several stores. Give each store a recorder of its own.")
        }
        let (arrivals, isConcurrent) =
            hasMiddleware
            ? try TestSteps.arrivals(of: entries, in: recording) : (entries.map { _ in .sent }, false)
        var steps: [Step] = []
        for (entry, arrival) in zip(entries, arrivals) {
            steps.append(try Step(entry, arrival, recording.errorName(of: entry)))
        }
        (self.steps, self.isConcurrent) = (steps, isConcurrent)
    }

    /// Returns the arrivals of the actions, in an order that a single store repeats, and whether runs
    /// were concurrent.
    private static func arrivals<ActionType, StateType>(
        of entries: [Recording<ActionType, StateType>.Entry],
        in recording: Recording<ActionType, StateType>
    ) throws(Obstacle) -> ([Arrival], isConcurrent: Bool) {
        try checkContents(of: entries, in: recording)
        let places = Rows.places(of: entries.map(\.number))
        var arrivals = entries.map { entry in
            if entry.cause == nil, entry.contents == .random { return Arrival.atStart }
            // A run without a cause started with the store, and will start with it again.
            if entry.cause == nil, entry.run != nil { return Arrival.fromRun }
            guard let cause = entry.cause.flatMap({ places[$0] }) else { return .sent }
            return entry.run == nil ? .following(cause) : .fromRun
        }
        // Before all consequences of an earlier action, the store is not idle, so an action came during that one.
        var open = entries.count
        for place in arrivals.indices.reversed() {
            if case .following(let cause) = arrivals[place] { open = min(open, cause) }
            if arrivals[place] == .sent, open < place { arrivals[place] = .meanwhile(open) }
        }
        func name(_ place: Int) -> String { recording.errorName(of: entries[place]) }
        for place in arrivals.indices.dropFirst() where ![.sent, .fromRun, .atStart].contains(arrivals[place]) {
            let last = entries[place - 1]
            guard entries[place].time - last.time - last.durations.total < longestPause else {
                throw Obstacle(
                    "\(name(place)) follows from another action, but came later, and from no run: a test cannot wait for it."
                )
            }
        }
        var lastOfRuns: [Int: Int] = [:]
        for (place, entry) in entries.enumerated() { if let run = entry.run { lastOfRuns[run] = place } }
        let cancelled = Set(recording.runs.filter { $0.ending.isCancelled }.map(\.number))
        func isLastWord(_ place: Int) -> Bool {
            entries[place].run.map { cancelled.contains($0) && lastOfRuns[$0] == place } ?? false
        }
        let isInterleaved = try check(arrivals, isLastWord, name)
        let times = entries.map(\.time)
        return (arrivals, isInterleaved || areConcurrent(recording.runs, lastOfRuns, arrivals, times))
    }

    /// Returns whether a run was active when another run began, or when an action came from outside.
    ///
    /// A run is active until its last action.
    private static func areConcurrent(
        _ runs: [RecordedRun],
        _ lastOfRuns: [Int: Int],
        _ arrivals: [Arrival],
        _ times: [Duration]
    ) -> Bool {
        let spans = runs.compactMap { run in lastOfRuns[run.number].map { (began: run.began, last: times[$0]) } }
        let sent = zip(arrivals, times).filter { $0.0 == .sent }.map { (began: $0.1, last: Duration.zero) }
        var last: Duration?
        for span in (spans + sent).sorted(by: { $0.began < $1.began }) {
            if let last, span.began <= last { return true }
            last = max(last ?? span.last, span.last)
        }
        return false
    }

    /// Checks that the actions contain nothing that a test cannot repeat.
    private static func checkContents<ActionType, StateType>(
        of entries: [Recording<ActionType, StateType>.Entry],
        in recording: Recording<ActionType, StateType>
    ) throws(Obstacle) {
        var started: Set<String> = []
        for entry in entries {
            guard let step = entry.steps.last, let contents = StepContents(rawValue: step.kind) else { continue }
            let name = recording.errorName(of: entry)
            switch contents {
            case .random where entry.cause == nil: started.insert(step.text)
            case .random: throw Obstacle("\(name) contains random numbers of \(step.text), and a test has other ones.")
            case .earlierProcess:
                throw Obstacle(
                    """
                    \(name) contains what an earlier process has left for \(step.text), which a test does not have. \
                    Record a run that starts without a file.
                    """
                )
            case .outbox where !started.contains(step.text):
                throw Obstacle(
                    """
                    \(name) depends on random numbers that \(step.text) has sent in an earlier action, which is not \
                    kept. Record with a larger capacity.
                    """
                )
            case .outbox: break
            }
        }
    }

    /// The longest pause between two queued actions: the store makes none, but the system may run other threads.
    private static var longestPause: Duration { .milliseconds(100) }

    /// Simulates the store's queue to check the order of the actions.
    ///
    /// - Returns: Whether an action of a run came between actions that were queued already.
    private static func check(
        _ arrivals: [Arrival],
        _ isLastWord: (Int) -> Bool,
        _ name: (Int) -> String
    ) throws(Obstacle) -> Bool {
        var isInterleaved = false
        var meanwhile = [[Int]](repeating: [], count: arrivals.count)
        var following = meanwhile
        for (place, arrival) in arrivals.enumerated() {
            switch arrival {
            case .meanwhile(let host): meanwhile[host].append(place)
            case .following(let cause): following[cause].append(place)
            case .sent, .fromRun, .atStart: break
            }
        }
        var queue: [Int] = []
        var done = 0
        for (place, arrival) in arrivals.enumerated() {
            switch arrival {
            // The action that cancels a run also sends the final action of that run.
            case .fromRun where isLastWord(place): queue.insert(place, at: done)
            case .fromRun:
                isInterleaved = isInterleaved || queue.count > done
                queue.insert(place, at: done)
            case .sent, .atStart: if queue.count == done { queue.append(place) }
            case .meanwhile, .following: break
            }
            guard done < queue.count, queue[done] == place else {
                throw Obstacle("\(name(place)) came between others in an order that depends on threads.")
            }
            done += 1
            queue += meanwhile[place] + following[place]
        }
        return isInterleaved
    }
}

extension TestSteps.Step {
    fileprivate init<ActionType: Codable, StateType>(
        _ entry: Recording<ActionType, StateType>.Entry,
        _ arrival: TestSteps.Arrival,
        _ name: String
    ) throws(Obstacle) {
        self.arrival = arrival
        guard let action = entry.action, entry.incompleteness == nil else {
            throw Obstacle("\(name) \(entry.incompleteness ?? "")")
        }
        self.action = try SourceLiteral.of(action, name)
        if let after = entry.stateAfter {
            let state = after as? any Codable
            self.state = try state.map { state throws(Obstacle) in
                try SourceLiteral.of(state, "the state after \(name)")
            }
        } else if entry.afterDescription != nil {
            throw Obstacle("the state after \(name) has only a description.")
        } else {
            state = nil
        }
        // A state that cannot be encoded is expected by its changes.
        change =
            entry.recordedChange ?? (entry.stateAfter is any Codable ? nil : entry.stateAfter.map { _ in entry.change })
        changesState = !entry.changedNothing
        time = entry.time
    }
}

/// What an action contains besides the values of its store, by the kinds of steps.
enum StepContents: String {
    /// The action of an outbox, whose ids depend on random numbers.
    case outbox
    /// Random numbers.
    case random
    /// What an earlier process has left in a file.
    case earlierProcess
}

extension Recording.Entry {
    /// What the newest step of the source says that the action contains.
    var contents: StepContents? {
        source.newestStep(since: cause).flatMap { StepContents(rawValue: $0.kind) }
    }
}
