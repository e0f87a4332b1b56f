// SPDX-License-Identifier: MIT

import RexCore

/// The choices of one schedule, its events, and its result.
final class Exploration: Sendable {
    /// An event of a schedule, for the report of a failure.
    enum Event: Sendable {
        /// A step was taken.
        ///
        /// `insteadOf` is the step or the test that it overtook.
        case step(ReadyQueue.Subject, insteadOf: ReadyQueue.Subject?)
        /// The test continued although steps were ready.
        case testContinues(ReadyQueue.Subject)
        /// The time advanced to a deadline although steps were ready.
        case late(Duration, ReadyQueue.Subject)
        /// An action of a run was queued although its store was idle.
        case actionQueued
        /// The actions after an action of a run stayed queued.
        case followUpsQueued
        /// The time advanced to a deadline.
        case time(Duration)
        /// The test did something else.
        case test(String)
        /// The test called one of its stores.
        case call(String, of: Int)
        /// A store processed an action.
        case action(String, by: Int)
        /// The store refused an action.
        case refusal(String, by: Int)
        /// The test got a value from its schedule.
        case testValue(String)
    }

    /// A choice of one value among several.
    ///
    /// The value 0 stands for the normal order.
    struct Choice: Sendable, Equatable {
        var value: Int
        /// The number of possible values.
        let count: Int
        /// Whether the test asked for the value.
        ///
        /// Otherwise a value above 0 reorders steps.
        let isTestValue: Bool
        /// The possible values while only the order of the runs is explored.
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
        /// The number of calls to test stores.
        var calls = 0
        var events = Lines()
        var program = Lines()
        var failure: Failure?
        var world: WorldCore?
        /// Whether the test has postponed steps that nothing has overtaken yet.
        var hasPostponedSteps = false
        /// The number of choices after which the schedule repeats another one.
        var repetition: Int?
        /// The conditions of `sometimes`, in the order of the calls.
        var goals: [Goal] = []
        var isOver = false
        var work = 0
        var lastNumber: UInt64 = 0
        /// Whether the body has used the schedule.
        var isUsed = false
        var order = Hasher()
    }

    /// A condition that has to be true in at least one schedule.
    struct Goal: Sendable {
        let text: String
        let location: CallSite
        var isMet: Bool
        /// Whether this is about a closure that has to change something, and not about `sometimes`.
        var isClosure = false

        func isSame(as other: Goal) -> Bool { text == other.text && location == other.location }
    }

    /// The first and the last lines of a report.
    ///
    /// Too many lines in the middle are left out.
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
        /// The file and the line of the failed call.
        let location: String?
        /// The part of the text that all failures of a kind share.
        var kind = ""
        /// Whether another failure of the same schedule is more helpful.
        var isWeak = false
        /// The cost of repeating the failure, in real time or in reported issues.
        ///
        /// It is 0 if it is negligible.
        var cost = 0
    }

    /// The most that a step may be late.
    let lateness: Duration
    private static let keyOfTime = 1
    private let keepsEvents: Bool
    private let contents: Lock<Contents>

    init(_ origin: ChoiceSource.Origin, lateness: Duration, keepsEvents: Bool = false) {
        self.lateness = lateness
        self.keepsEvents = keepsEvents
        contents = Lock(Contents(choiceSource: ChoiceSource(origin)))
    }

    /// The world that all stores of this schedule share.
    var world: WorldCore {
        contents.withLock { contents in
            if let world = contents.world { return world }
            let world = WorldCore(self)
            (contents.world, contents.isUsed) = (world, true)
            return world
        }
    }

    /// Ends the world.
    ///
    /// Later choices and events are ignored.
    func end() {
        let world = contents.withLock { contents in
            contents.isOver = true
            return contents.world.take()
        }
        world?.end()
    }

    /// Whether the schedule has ended.
    var isOver: Bool { contents.withLock { $0.isOver } }

    /// The number of events, including those that were not kept.
    var work: Int { contents.withLock { $0.work } }

    /// Returns the number of the next random number.
    func nextNumber() -> UInt64 {
        contents.withLock { contents in
            contents.lastNumber += 1
            return contents.lastNumber
        }
    }

    // MARK: Choices

    /// Chooses the index of the next step, or nil for the alternative.
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
            if ready.count == 1 { notePostponedStepsTaken() } else { noteProgress() }
        }
        // The step overtakes the first step, or the test if the test was to continue first.
        let ahead: ReadyQueue.Subject? =
            if case .testFirst = alternative { .test } else { index == 0 ? nil : first.subject }
        mark(.step(ready[ready.startIndex + index].subject.key))
        note(.step(ready[ready.startIndex + index].subject, insteadOf: ahead))
        return index
    }

    /// Notes that something has overtaken the postponed steps.
    func noteProgress() { contents.withLock { $0.hasPostponedSteps = false } }

    /// Notes that all postponed steps are taken before anything else.
    ///
    /// So the schedule repeats the one where they were not postponed.
    func notePostponedStepsTaken() {
        contents.withLock { contents in
            guard contents.hasPostponedSteps else { return }
            contents.hasPostponedSteps = false
            if contents.repetition == nil { contents.repetition = contents.choices.count }
        }
    }

    /// Chooses whether the test continues ahead of a step.
    func postponesSteps(ahead first: ReadyQueue.Subject) -> Bool {
        let leaves = choose(2, inOrders: .only(1)) { $0.step(among: [first.key, ReadyQueue.Subject.test.key]) } == 1
        if leaves {
            note(.testContinues(first))
            contents.withLock { $0.hasPostponedSteps = true }
        }
        return leaves
    }

    /// Chooses whether an action of a run is processed before its call returns.
    func processesAtOnce() -> Bool {
        let isAtOnce = choose(2, inOrders: .only(0)) { $0.isAtOnce() ? 0 : 1 } == 0
        if !isAtOnce { note(.actionQueued) }
        return isAtOnce
    }

    /// Chooses whether the actions after an action of a run stay queued when its call returns.
    func queuesFollowUps() -> Bool {
        let leaves = choose(2, inOrders: .only(0)) { $0.isAtOnce() ? 0 : 1 } == 1
        if leaves { note(.followUpsQueued) }
        return leaves
    }

    /// Returns a value for the test; 0 is the simplest one.
    func testValue(_ count: Int, _ draw: (inout ChoiceSource) -> Int) -> Int {
        contents.withLock { $0.isUsed = true }
        let value = choose(count, isTestValue: true, draw)
        mark(.testValue(value))
        return value
    }

    /// Whether the body has used the schedule.
    var isUsed: Bool { contents.withLock { $0.isUsed } }

    private func choose(
        _ count: Int,
        isTestValue: Bool = false,
        inOrders part: Choice.Part = .all,
        _ draw: (inout ChoiceSource) -> Int
    ) -> Int {
        guard count > 1 else { return 0 }
        return contents.withLock { contents in
            guard !contents.isOver else { return 0 }
            let value = contents.choiceSource.value(below: count, isTestValue: isTestValue, inOrders: part, draw)
            contents.choices.append(Choice(value: value, count: count, isTestValue: isTestValue, part: part))
            return value
        }
    }

    /// The choices between several values, in order.
    var choices: [Choice] { contents.withLock { $0.choices } }

    /// The number of choices after which the schedule repeats another one, or nil.
    var repetition: Int? { contents.withLock { $0.repetition } }

    /// Whether the seed alone does not give these choices.
    var isDeflected: Bool { contents.withLock { $0.choiceSource.isDeflected } }

    /// Adds a condition that has to be true in at least one schedule.
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

    /// What distinguishes two orders.
    enum Mark: Hashable {
        case step(Int)
        /// A store has processed or refused an action, or was killed.
        case action(Int), refusal(Int), killed(Int)
        case time(Duration)
        case testValue(Int)
    }

    func mark(_ mark: Mark) { contents.withLock { if !$0.isOver { $0.order.combine(mark) } } }

    /// The hash of the order: schedules that differ only in choices without an effect have the same.
    var order: Int { contents.withLock { $0.order.finalize() } }

    /// The number of calls to test stores.
    var calls: Int { contents.withLock { $0.calls } }

    /// Notes a call to a test store, as Swift code.
    func noteCall(_ code: @autoclosure () -> String, of store: Int) {
        contents.withLock { $0.calls += 1 }
        guard keepsEvents else { return }
        let code = code()
        let name = name(ofStore: store)
        contents.withLock { $0.program.append("\(name).\(code)") }
        note(.call(code, of: store))
    }

    func note(_ event: @autoclosure () -> Event) {
        if beginEvent() { append(event()) }
    }

    /// Counts an event.
    ///
    /// Returns whether it is kept. Not inlined, since it has many callers.
    @inline(never) private func beginEvent() -> Bool {
        let isOver = contents.withLock { contents in
            contents.work += 1
            return contents.isOver
        }
        return keepsEvents && !isOver
    }

    @inline(never) private func append(_ event: Event) {
        let line = line(for: event)
        let most = 240
        contents.withLock { $0.events.append(line.count > most ? line.prefix(most) + "…" : line) }
    }

    /// The events, one per line.
    var lines: [String] { contents.withLock { $0.events.all } }

    /// The calls to test stores, one per line.
    var program: [String] { contents.withLock { $0.program.all } }

    /// Records a failure.
    ///
    /// The first one is kept, unless it is weak and the new one isn't.
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
