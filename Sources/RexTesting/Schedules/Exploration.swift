// SPDX-License-Identifier: MIT

import RexCore

/// One schedule: what is chosen, or was, wherever several things are possible, and what came of it.
final class Exploration: Sendable {
    /// What happened, for people.
    enum Event: Sendable {
        /// A step was taken, ahead of the one that was ready first.
        case step(ReadySteps.Subject, insteadOf: ReadySteps.Subject?)
        /// The test went on, although steps were ready.
        case pause(ReadySteps.Subject)
        /// The time goes on to a moment, although steps were ready.
        case late(Duration, ReadySteps.Subject)
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
        /// How many there were.
        let count: Int
        /// Whether it was the test that asked; if not, a value above 0 is an exchange.
        let isOfTest: Bool
    }

    private struct Contents {
        var chooser: Chooser
        var choices: [Choice] = []
        /// How many calls the test has made.
        var calls = 0
        var events = Lines()
        var program = Lines()
        var failure: Failure?
        var world: WorldCore?
        /// Whether the test has left steps, and has done nothing since.
        var hasLeft = false
        var isRepetition = false
        var isOver = false
        var work = 0
        var lastNumber: UInt64 = 0
        /// Whether the test has made something of the schedule.
        var isUsed = false
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
        /// What is the same of all failures of this kind.
        var kind = ""
        /// Whether another one of the same run says more.
        var isWeak = false
        /// How much it costs to see it again, in time or in what the reader is shown; 0 for next to nothing.
        var cost = 0
    }

    /// How late a step may be.
    let lateness: Duration
    private static let keyOfTime = 1
    private let keepsEvents: Bool
    private let contents: Lock<Contents>

    init(_ origin: Chooser.Origin, lateness: Duration, keepsEvents: Bool = false) {
        self.lateness = lateness
        self.keepsEvents = keepsEvents
        contents = Lock(Contents(chooser: Chooser(origin)))
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

    /// Whether the schedule has been taken to its end.
    var isOver: Bool { contents.withLock { $0.isOver } }

    /// How much has happened.
    var work: Int { contents.withLock { $0.work } }

    /// The number of the next random number that is drawn.
    func nextNumber() -> UInt64 {
        contents.withLock { contents in
            contents.lastNumber += 1
            return contents.lastNumber
        }
    }

    // MARK: Choices

    /// Which of the steps comes next; nil for the alternative.
    func chooseStep(_ ready: ArraySlice<ReadySteps.Step>, or alternative: WorldCore.Alternative) -> Int? {
        guard let first = ready.first else { return nil }
        var keys = ready.map { $0.subject.key }
        contents.withLock { contents in
            // What has been left is taken before the test does anything else.
            if contents.hasLeft, case .nothing = alternative { contents.isRepetition = true }
            contents.hasLeft = false
        }
        switch alternative {
        case .nothing: break
        case .testFirst: keys.insert(ReadySteps.Subject.test.key, at: 0)
        case .time: keys.append(Self.keyOfTime)
        }
        var index = choose(keys.count) { $0.step(among: keys) }
        if case .testFirst = alternative { index -= 1 }
        guard ready.indices.contains(ready.startIndex + index) else {
            if case .time(let moment) = alternative { note(.late(moment, first.subject)) }
            return nil
        }
        // It comes ahead of the first step, or of the test if that was to come first.
        let ahead: ReadySteps.Subject? =
            if case .testFirst = alternative { .test } else { index == 0 ? nil : first.subject }
        note(.step(ready[ready.startIndex + index].subject, insteadOf: ahead))
        return index
    }

    /// The test has done something that another schedule may have come before.
    func noteProgress() { contents.withLock { $0.hasLeft = false } }

    /// Whether the test goes on ahead of a step.
    func leavesSteps(ahead first: ReadySteps.Subject) -> Bool {
        let leaves = choose(2) { $0.step(among: [first.key, ReadySteps.Subject.test.key]) } == 1
        if leaves {
            note(.pause(first))
            contents.withLock { $0.hasLeft = true }
        }
        return leaves
    }

    /// Whether what a run sends is processed before its call returns.
    func processesAtOnce() -> Bool {
        let isAtOnce = choose(2) { $0.isAtOnce() ? 0 : 1 } == 0
        if !isAtOnce { note(.waits) }
        return isAtOnce
    }

    /// Whether what waits behind an action of a run is left, and not processed before the call of the run returns.
    func leavesTheRest() -> Bool {
        let leaves = choose(2) { $0.isAtOnce() ? 0 : 1 } == 1
        if leaves { note(.leaves) }
        return leaves
    }

    /// Answers a question of the test; 0 is the simplest answer.
    func answer(_ count: Int, _ draw: (inout Chooser) -> Int) -> Int {
        contents.withLock { $0.isUsed = true }
        return choose(count, isOfTest: true, draw)
    }

    /// Whether the test has made something of the schedule.
    var isUsed: Bool { contents.withLock { $0.isUsed } }

    private func choose(_ count: Int, isOfTest: Bool = false, _ draw: (inout Chooser) -> Int) -> Int {
        guard count > 1 else { return 0 }
        return contents.withLock { contents in
            guard !contents.isOver else { return 0 }
            let value = contents.chooser.given(below: count, isOfTest: isOfTest) ?? draw(&contents.chooser)
            contents.choices.append(Choice(value: value, count: count, isOfTest: isOfTest))
            return value
        }
    }

    /// What was chosen, wherever there was a choice.
    var choices: [Choice] { contents.withLock { $0.choices } }

    /// Whether another schedule is known to do the same.
    var isRepetition: Bool { contents.withLock { $0.isRepetition } }

    // MARK: What happened

    /// How many calls the test has made.
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

    /// What a store is called in a failure, which has a number if there are several.
    private func name(ofStore number: Int) -> String { number == 1 ? "test" : "test\(number)" }

    /// Which of the stores, if it is not the first one.
    private func ofStore(_ number: Int) -> String { number == 1 ? "" : " of \(name(ofStore: number))" }

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

    /// What happened, one line each.
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

    private func line(for event: Event) -> String {
        switch event {
        case .step(let subject, let first):
            let ahead = first.map { ", ahead of \($0.key == subject.key ? "an earlier step of it" : name($0))" } ?? ""
            return (first == nil ? "  " : "! ") + words(for: subject) + ahead
        case .pause(let subject): return "! the test goes on, ahead of \(name(subject))"
        case .late(let moment, let subject):
            return "! the time goes on to \(text(of: moment)), ahead of \(name(subject))"
        case .waits: return "!   what is sent waits to be processed"
        case .leaves: return "!   what follows from it waits to be processed"
        case .time(let moment): return "  the time is \(text(of: moment))"
        case .test(let text): return "  " + text
        case .call(let code, let store): return "  the test calls \(store == 1 ? "" : "test\(store).")\(code)"
        case .action(let text, let store): return "    processed\(store == 1 ? "" : " by test\(store)"): \(text)"
        case .answer(let text): return "  \(text)"
        }
    }

    private func words(for subject: ReadySteps.Subject) -> String {
        switch subject {
        case .run(let run): "\(run.name)\(ofStore(run.store)) \(run.takesStep() ? "begins" : "goes on")"
        case .scheduler: "work of the test scheduler is done"
        case .store(let number): "the store\(ofStore(number)) processes an action that waits"
        case .test: "the test goes on"
        }
    }

    private func name(_ subject: ReadySteps.Subject) -> String {
        switch subject {
        case .run(let run): run.name + ofStore(run.store)
        case .scheduler: "work of the test scheduler"
        case .store(let number): "an action that waits\(number == 1 ? "" : " in test\(number)")"
        case .test: "the test"
        }
    }
}

extension ReadySteps.Subject {
    /// The same for all steps that come one after the other.
    fileprivate var key: Int {
        switch self {
        case .test: 0
        case .scheduler: 2
        case .run(let run): 3 + 2 * run.number
        case .store(let number): 4 + 2 * number
        }
    }
}
