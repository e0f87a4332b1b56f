// SPDX-License-Identifier: MIT

/// A short model of the contract: the required behaviour of programs, in virtual time and on one
/// thread.
///
/// This file has the time and the queue. The other files have the rules, the triggers and the runs.
final class ModelEffects {
    let program: Program
    let mistake: Mistake?
    var now = 0
    var desk: Desk
    private var queue: [Sent] = []
    private var isBusy = false
    /// The closures that are ready to run.
    var jobs: [() -> Void] = []
    private var sleepers: [Sleeper] = []
    private(set) var lastNumber = 0
    /// The runs that start after the rules for the current action, unless these cancel them.
    var aboutToBegin: [Run] = []

    var pools: [Place: Pool] = [:]
    var debounced: [Place: Wait] = [:]
    var throttled: [Place: Wait] = [:]
    var spanEnds: [Place: Int] = [:]
    /// The keys that rules have seen, by rule and element.
    var seen: [[Int]: [Int]] = [:]

    var rules: ModelRules { program.rules }

    init(_ program: Program, mistake: Mistake? = nil) {
        (self.program, self.mistake) = (program, mistake)
        desk = Desk(hasOneBoard: program.hasOneBoard)
    }

    func log() -> [String] {
        isBusy = true
        act(on: Sent(move: Move()))
        isBusy = false
        settle()
        for timed in program.moves {
            if timed.isLate { now = timed.time } else { pass(to: timed.time) }
            dispatch(timed.move)
            moment()
        }
        pass(to: program.end)
        return desk.log
    }

    // MARK: Time

    private func pass(to time: Int) {
        while let next = nextDeadline, next <= time {
            now = next
            moment()
        }
        now = time
        moment()
    }

    private func moment() {
        dispatch(.poke)
        settle()
    }

    private var nextDeadline: Int? {
        (sleepers.map(\.deadline) + debounced.values.map(\.deadline) + throttled.values.map(\.deadline)).min()
    }

    /// Runs what is ready, then wakes due sleepers one at a time.
    private func settle() {
        while true {
            while !jobs.isEmpty { jobs.removeFirst()() }
            let due = sleepers.indices.filter { sleepers[$0].deadline <= now }
            let first = due.min {
                let (one, other) = (sleepers[$0], sleepers[$1])
                return (one.deadline, one.rank, one.number) < (other.deadline, other.rank, other.number)
            }
            guard let first else { return }
            sleepers.remove(at: first).wake()
        }
    }

    func sleep(for time: Int, rank: Int, _ wake: @escaping () -> Void) {
        sleepers.append(Sleeper(deadline: now + time, rank: rank, number: nextNumber(), wake: wake))
    }

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    // MARK: The queue

    func dispatch(_ move: Move, by run: Run? = nil, inAttempt attempt: Int = 0, isFinalAction: Bool = false) {
        queue.append(Sent(move: move, run: run, attempt: attempt, isFinalAction: isFinalAction))
        guard !isBusy else { return }
        isBusy = true
        while !queue.isEmpty { process(queue.removeFirst()) }
        isBusy = false
    }

    private func process(_ sent: Sent) {
        if let run = sent.run {
            if sent.attempt > 0, sent.attempt <= run.revokedAttempts { return run.unprocessed -= 1 }
            if !sent.isFinalAction, run.isCancelled, mistake != .cancelLeavesTheQueue { return }
            if sent.isFinalAction { run.finalActions -= 1 } else { run.unprocessed -= 1 }
        }
        if let change = sent.move.change { desk.make(change, at: sent.move.path) }
        if let said = sent.move.said { desk.log.append("\(now) \(said)") }
        if let run = sent.run { makeRoom(after: run, beforeRules: true) }
        act(on: sent)
        for run in aboutToBegin { run.isAboutToBegin = false }
        aboutToBegin = []
        if let batch = sent.move.batch {
            queue += batch.map { Sent(move: $0) }
            settle()
        }
    }
}
