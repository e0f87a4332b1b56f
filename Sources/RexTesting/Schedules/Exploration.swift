// SPDX-License-Identifier: MIT

import RexCore

/// One schedule: what is chosen, or was, wherever several things are possible, and what came of it.
final class Exploration: Sendable {
    /// An event of a run, for people.
    enum Event: Sendable {
        /// A step was taken, ahead of the one that was ready first.
        case step(ReadyQueue.Subject, insteadOf: ReadyQueue.Subject?)
        /// The test went on, although steps were ready.
        case pause(ReadyQueue.Subject)
        /// The time goes on to a moment, although steps were ready.
        case late(Duration, ReadyQueue.Subject)
        /// What was sent waits, although nobody processes.
        case waits
        /// What waits behind an action is left.
        case leaves
        /// The time came.
        case time(Duration)
        /// The test did something.
        case test(String)
        /// The test did something with one of its stores.
        case call(String, of: Int)
        /// An action was processed.
        case action(String, by: Int)
        /// The schedule has answered a question of the test.
        case answer(String)
    }

    /// One choice, the value of which is 0 for what would happen in order.
    struct Choice: Sendable, Equatable {
        var value: Int
        /// The number of values.
        let count: Int
        /// True for an answer to the test; otherwise a value above 0 is an exchange of steps.
        let isOfTest: Bool
        /// The values that an order of the runs has.
        var part = Part.all

        enum Part: Sendable, Equatable {
            case all
            case only(Int)
            case first(Int)
        }
    }

    private struct Contents {
        var choiceSource: ChoiceSource
        var choices: [Choice] = []
        /// The number of calls that the test has made.
        var calls = 0
        var events = Lines()
        var program = Lines()
        var failure: Failure?
        var world: WorldCore?
        /// Whether the test has left steps, and nothing has come ahead of them yet.
        var hasLeft = false
        /// The number of choices after which another schedule is known to do the same.
        var repetition: Int?
        /// The conditions that some schedule has to meet, in the order of the calls.
        var goals: [Goal] = []
        var isOver = false
        var work = 0
        var lastNumber: UInt64 = 0
        /// True once the body has used the schedule.
        var isUsed = false
    }

    /// A condition that some schedule has to meet.
    struct Goal: Sendable {
        let text: String
        let place: CallSite
        var isMet: Bool

        func isSame(as other: Goal) -> Bool { text == other.text && place.name == other.place.name }
    }

    /// Lines for people, of which those in the middle are left out if they are too many.
    private struct Lines {
        private static let most = 100
        private var first: [String] = []
        private var last: [String] = []
        private var count = 0

        mutating func append(_ line: String) {
            count += 1
            if first.count < Self.most { return first.append(line) }
            last.append(line)
            if last.count == 2 * Self.most { last.removeFirst(Self.most) }
        }

        var all: [String] {
            let last = last.suffix(Self.most)
            let left = count - first.count - last.count
            return first + (left == 0 ? [] : ["  … (\(left) more)"]) + last
        }
    }

    struct Failure: Sendable {
        let text: String
        /// The file and the line of the call that failed.
        let place: String?
        /// The part that all failures of a kind share.
        var kind = ""
        /// True if another failure of the same run says more.
        var isWeak = false
        /// The cost of seeing it again, in time or in what the reader is shown; 0 for next to
        /// nothing.
        var cost = 0
    }

    /// The time by which a step may be late.
    let lateness: Duration
    private static let keyOfTime = 1
    private let keepsEvents: Bool
    private let contents: Lock<Contents>

    init(_ origin: ChoiceSource.Origin, lateness: Duration, keepsEvents: Bool = false) {
        self.lateness = lateness
        self.keepsEvents = keepsEvents
        contents = Lock(Contents(choiceSource: ChoiceSource(origin)))
    }

    /// The world of this schedule, which all its stores share.
    var world: WorldCore {
        contents.withLock { contents in
            if let world = contents.world { return world }
            let world = WorldCore(self)
            (contents.world, contents.isUsed) = (world, true)
            return world
        }
    }

    /// Ends the world; what is asked or noted from now on is no part of the schedule.
    func end() {
        let world = contents.withLock { contents in
            contents.isOver = true
            return contents.world.take()
        }
        world?.end()
    }

    /// True once the schedule has been taken to its end.
    var isOver: Bool { contents.withLock { $0.isOver } }

    /// The number of events, kept or not.
    var work: Int { contents.withLock { $0.work } }

    /// The number of the next random number that is drawn.
    func nextNumber() -> UInt64 {
        contents.withLock { contents in
            contents.lastNumber += 1
            return contents.lastNumber
        }
    }

    // MARK: Choices

    /// Chooses the next step; nil for the alternative.
    func chooseStep(_ ready: ArraySlice<ReadyQueue.Step>, or alternative: WorldCore.Alternative) -> Int? {
        guard let first = ready.first else { return nil }
        var keys = ready.map { $0.subject.key }
        var part = Choice.Part.all
        switch alternative {
        case .nothing: break
        case .testFirst: (keys, part) = ([ReadyQueue.Subject.test.key] + keys, .only(0))
        case .time: (keys, part) = (keys + [Self.keyOfTime], .first(keys.count))
        }
        var index = choose(keys.count, inOrders: part) { $0.step(among: keys) }
        if case .testFirst = alternative { index -= 1 }
        guard ready.indices.contains(ready.startIndex + index) else {
            noteProgress()
            if case .time(let moment) = alternative { note(.late(moment, first.subject)) }
            return nil
        }
        if case .test = ready[ready.startIndex + index].subject {
            if ready.count == 1 { takesAllThatIsLeft() } else { noteProgress() }
        }
        // It comes ahead of the first step, or of the test if that was to come first.
        let ahead: ReadyQueue.Subject? =
            if case .testFirst = alternative { .test } else { index == 0 ? nil : first.subject }
        note(.step(ready[ready.startIndex + index].subject, insteadOf: ahead))
        return index
    }

    /// Something has come ahead of the steps that the test has left.
    func noteProgress() { contents.withLock { $0.hasLeft = false } }

    /// All steps that the test has left are taken before anything else, as they are in a schedule in
    /// which it has not left them.
    func takesAllThatIsLeft() {
        contents.withLock { contents in
            guard contents.hasLeft else { return }
            contents.hasLeft = false
            if contents.repetition == nil { contents.repetition = contents.choices.count }
        }
    }

    /// Chooses whether the test goes on ahead of a step.
    func leavesSteps(ahead first: ReadyQueue.Subject) -> Bool {
        let leaves = choose(2, inOrders: .only(1)) { $0.step(among: [first.key, ReadyQueue.Subject.test.key]) } == 1
        if leaves {
            note(.pause(first))
            contents.withLock { $0.hasLeft = true }
        }
        return leaves
    }

    /// Chooses whether an action that a run sends is processed before its call returns.
    func processesAtOnce() -> Bool {
        let isAtOnce = choose(2, inOrders: .only(0)) { $0.isAtOnce() ? 0 : 1 } == 0
        if !isAtOnce { note(.waits) }
        return isAtOnce
    }

    /// Chooses whether the actions behind that of a run are left, not processed before its call
    /// returns.
    func leavesTheRest() -> Bool {
        let leaves = choose(2, inOrders: .only(0)) { $0.isAtOnce() ? 0 : 1 } == 1
        if leaves { note(.leaves) }
        return leaves
    }

    /// Answers a question of the test; 0 is the simplest answer.
    func answer(_ count: Int, _ draw: (inout ChoiceSource) -> Int) -> Int {
        contents.withLock { $0.isUsed = true }
        return choose(count, isOfTest: true, draw)
    }

    /// True once the body has used the schedule.
    var isUsed: Bool { contents.withLock { $0.isUsed } }

    private func choose(
        _ count: Int,
        isOfTest: Bool = false,
        inOrders part: Choice.Part = .all,
        _ draw: (inout ChoiceSource) -> Int
    ) -> Int {
        guard count > 1 else { return 0 }
        return contents.withLock { contents in
            guard !contents.isOver else { return 0 }
            let value = contents.choiceSource.value(below: count, isOfTest: isOfTest, inOrders: part, draw)
            contents.choices.append(Choice(value: value, count: count, isOfTest: isOfTest, part: part))
            return value
        }
    }

    /// The choices, in their order, wherever there was more than one value.
    var choices: [Choice] { contents.withLock { $0.choices } }

    /// The number of choices after which another schedule is known to do the same; nil if none is.
    var repetition: Int? { contents.withLock { $0.repetition } }

    /// Whether the seed alone does not give these choices.
    var isDeflected: Bool { contents.withLock { $0.choiceSource.isDeflected } }

    /// Notes a condition that some schedule has to meet.
    func add(_ goal: Goal) {
        contents.withLock { contents in
            guard !contents.isOver else { return }
            if let index = contents.goals.firstIndex(where: goal.isSame) {
                if goal.isMet { contents.goals[index].isMet = true }
            } else {
                contents.goals.append(goal)
            }
        }
    }

    var goals: [Goal] { contents.withLock { $0.goals } }

    // MARK: What happened

    /// The number of calls that the test has made.
    var calls: Int { contents.withLock { $0.calls } }

    /// Notes a call of the test to one of its stores, as the code that it is.
    func noteCall(_ code: @autoclosure () -> String, of store: Int) {
        contents.withLock { $0.calls += 1 }
        guard keepsEvents else { return }
        let code = code()
        let name = name(ofStore: store)
        contents.withLock { $0.program.append("\(name).\(code)") }
        note(.call(code, of: store))
    }

    func note(_ event: @autoclosure () -> Event) {
        let isOver = contents.withLock { contents in
            contents.work += 1
            return contents.isOver
        }
        guard keepsEvents, !isOver else { return }
        let line = line(for: event())
        let most = 240
        contents.withLock { $0.events.append(line.count > most ? line.prefix(most) + "…" : line) }
    }

    /// The events, one line each.
    var lines: [String] { contents.withLock { $0.events.all } }

    /// The calls of the test, one line each.
    var program: [String] { contents.withLock { $0.program.all } }

    /// Keeps the first failure that says enough.
    func fail(_ failure: Failure) {
        contents.withLock { contents in
            guard !contents.isOver else { return }
            if contents.failure == nil || contents.failure?.isWeak == true && !failure.isWeak {
                contents.failure = failure
            }
        }
    }

    var failure: Failure? { contents.withLock { $0.failure } }
}
