// SPDX-License-Identifier: MIT

/// The ready steps, in the order in which they were added.
struct ReadyQueue {
    /// The owner of a step.
    enum Subject: Sendable {
        case run(ActiveRun)
        case scheduler
        /// A store that has queued actions.
        case store(Int)
        /// An asynchronous part of the test itself.
        case test
    }

    struct Step {
        let subject: Subject
        /// The time when the step became ready.
        let moment: Duration
        /// Whether the step is taken even if its store was killed.
        let survives: Bool
        let body: () -> Void
    }

    /// The steps that were taken, followed by those that are ready.
    private(set) var steps: [Step] = []
    private var first = 0

    var isEmpty: Bool { first == steps.count }

    /// The ready steps.
    var all: ArraySlice<Step> { steps[first...] }

    /// The first ready steps.
    ///
    /// Choosing among these only limits the cost of a step.
    var first200: ArraySlice<Step> { all.prefix(200) }

    mutating func append(_ step: Step) { steps.append(step) }

    /// Puts a step before all others.
    ///
    /// A step of a store replaces another one of that store, which does the same.
    mutating func insertFirst(_ step: Step) {
        if case .store(let number) = step.subject {
            func isOfStore(_ other: Step) -> Bool { if case .store(number) = other.subject { true } else { false } }
            if let other = all.firstIndex(where: isOfStore) { _ = remove(at: other - first) }
        }
        guard first > 0 else { return steps.insert(step, at: 0) }
        first -= 1
        steps[first] = step
    }

    /// Removes the step with this offset from the first ready one.
    mutating func remove(at offset: Int) -> Step {
        let step = steps[first + offset]
        // The steps before it move, since there are usually fewer of them than of later ones.
        for index in stride(from: first + offset, to: first, by: -1) { steps[index] = steps[index - 1] }
        first += 1
        if 2 * first > steps.count {
            steps.removeFirst(first)
            first = 0
        }
        return step
    }

    /// Removes and returns the steps of matching runs, except for those that survive a kill.
    mutating func removeAll(of isOfThem: (ActiveRun) -> Bool) -> [Step] {
        func isTaken(_ step: Step) -> Bool {
            if case .run(let run) = step.subject, !step.survives { isOfThem(run) } else { false }
        }
        defer { (steps, first) = (all.filter { !isTaken($0) }, 0) }
        return all.filter(isTaken)
    }
}

extension ReadyQueue.Subject {
    /// A number that identifies the owner.
    ///
    /// Steps with the same key have a fixed order.
    var key: Int {
        switch self {
        case .test: 0
        case .scheduler: 2
        case .run(let run): 3 + 2 * run.number
        case .store(let number): 4 + 2 * number
        }
    }
}
