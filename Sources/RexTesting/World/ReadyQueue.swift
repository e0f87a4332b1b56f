// SPDX-License-Identifier: MIT

/// The steps that can be taken now, in the order in which they came.
struct ReadyQueue {
    /// The run, store or scheduler that a step belongs to, for those who read of it.
    enum Subject: Sendable {
        case run(ActiveRun)
        case scheduler
        /// A store, which has actions to process.
        case store(Int)
        /// An asynchronous part of the test itself.
        case test
    }

    struct Step {
        let subject: Subject
        /// Since when it is ready.
        let moment: Duration
        /// True if it is taken although its store was killed.
        let survives: Bool
        let body: () -> Void
    }

    /// The steps that were taken, and behind them those that wait.
    private(set) var steps: [Step] = []
    private var first = 0

    var isEmpty: Bool { first == steps.count }

    /// The steps that wait.
    var all: ArraySlice<Step> { steps[first...] }

    /// The steps to choose from: of very many the first ones, so that a step costs no more the more
    /// there are.
    var first200: ArraySlice<Step> { all.prefix(200) }

    mutating func append(_ step: Step) { steps.append(step) }

    /// Puts a step before the others, in the place of one of the same store, which does the same.
    mutating func insertFirst(_ step: Step) {
        if case .store(let number) = step.subject {
            func isOfStore(_ other: Step) -> Bool { if case .store(number) = other.subject { true } else { false } }
            if let other = all.firstIndex(where: isOfStore) { _ = remove(at: other - first) }
        }
        guard first > 0 else { return steps.insert(step, at: 0) }
        first -= 1
        steps[first] = step
    }

    /// Takes the one that is so far from the first.
    mutating func remove(at offset: Int) -> Step {
        let step = steps[first + offset]
        // Those before it move up, which are fewer than those behind.
        for index in stride(from: first + offset, to: first, by: -1) { steps[index] = steps[index - 1] }
        first += 1
        if 2 * first > steps.count {
            steps.removeFirst(first)
            first = 0
        }
        return step
    }

    /// Takes those of some runs.
    mutating func removeAll(of isOfThem: (ActiveRun) -> Bool) -> [Step] {
        func isTaken(_ step: Step) -> Bool {
            if case .run(let run) = step.subject, !step.survives { isOfThem(run) } else { false }
        }
        defer { (steps, first) = (all.filter { !isTaken($0) }, 0) }
        return all.filter(isTaken)
    }
}

extension ReadyQueue.Subject {
    /// The number that all steps share of which one comes after the other.
    var key: Int {
        switch self {
        case .test: 0
        case .scheduler: 2
        case .run(let run): 3 + 2 * run.number
        case .store(let number): 4 + 2 * number
        }
    }
}
