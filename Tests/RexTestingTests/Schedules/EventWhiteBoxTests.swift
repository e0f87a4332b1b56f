// SPDX-License-Identifier: MIT

import Testing

@testable import RexTesting

/// The events of a schedule, and their descriptions.
@Suite struct EventWhiteBoxTests {
    private func run(_ number: Int, store: Int) -> ActiveRun {
        ActiveRun(number: number, store: store, nil, source: nil)
    }

    private func exploration(_ choices: [Int] = []) -> Exploration {
        Exploration(.choices(choices), lateness: .zero, keepsEvents: true)
    }

    private func steps(_ subjects: [ReadyQueue.Subject]) -> ArraySlice<ReadyQueue.Step> {
        // The first step was removed.
        ([.scheduler] + subjects).map { .init(subject: $0, moment: .zero, survives: false) {} }.dropFirst()
    }

    @Test func eventsAreDescribed() {
        let exploration = exploration()
        let (one, two) = (run(1, store: 1), run(2, store: 2))
        let events: [Exploration.Event] = [
            .step(.run(one), insteadOf: nil), .step(.run(one), insteadOf: nil), .step(.run(two), insteadOf: .run(one)),
            .step(.run(two), insteadOf: .run(two)), .step(.scheduler, insteadOf: .store(1)),
            .step(.store(1), insteadOf: .store(2)), .step(.store(2), insteadOf: .scheduler),
            .step(.test, insteadOf: .run(two)), .step(.store(1), insteadOf: .test), .testContinues(.scheduler),
            .late(.milliseconds(1_500), .store(1)), .actionQueued, .followUpsQueued, .time(.seconds(2)),
            .test("it looks"),
            .call("a()", of: 1), .call("b()", of: 2), .action("c", by: 1), .action("d", by: 2), .testValue("e: 1"),
        ]
        for event in events { exploration.note(event) }
        let (a, b) = ("a task without a source [run 1]", "a task without a source [run 2] of test2")
        #expect(
            exploration.lines == [
                "  \(a) starts", "  \(a) continues", "! \(b) starts, ahead of \(a)",
                "! \(b) continues, ahead of an earlier step of it",
                "! work of the test scheduler runs, ahead of a queued action",
                "! the store processes a queued action, ahead of a queued action in test2",
                "! the store of test2 processes a queued action, ahead of work of the test scheduler",
                "! the test continues, ahead of \(b)",
                "! the store processes a queued action, ahead of the test",
                "! the test continues, ahead of work of the test scheduler",
                "! the time advances to 1.5 seconds, ahead of a queued action",
                "!   the action is queued", "!   the actions that follow stay queued",
                "  the time is 2.0 seconds", "  it looks", "  the test calls a()", "  the test calls test2.b()",
                "    processed: c", "    processed by test2: d", "  e: 1",
            ]
        )
    }

    @Test func longLinesAreCut() {
        let exploration = exploration()
        for length in [238, 239] { exploration.note(.test(String(repeating: "x", count: length))) }
        #expect(exploration.lines.map(\.count) == [240, 241])
        #expect(exploration.lines.map { $0.hasSuffix("…") } == [false, true])
    }

    @Test(arguments: [(200, false), (201, true), (299, true), (300, true), (550, true)])
    func linesInTheMiddleAreLeftOut(count: Int, isCut: Bool) {
        let exploration = exploration()
        for number in 1...count { exploration.note(.test("\(number)")) }
        let all = (1...count).map { "  \($0)" }
        let cut = all.prefix(100) + ["  … (\(count - 200) more)"] + all.suffix(100)
        #expect(exploration.lines == (isCut ? Array(cut) : all))
    }

    @Test func eventsAfterTheEndAreIgnored() {
        let exploration = exploration([1, 1])
        exploration.noteCall("a()", of: 2)
        exploration.end()
        #expect(exploration.isOver)
        exploration.note(.test("b"))
        exploration.fail(.init(text: "late", location: nil))
        #expect(exploration.testValue(2) { _ in 1 } == 0)
        #expect(exploration.lines == ["  the test calls test2.a()"] && exploration.program == ["test2.a()"])
        #expect(exploration.failure == nil && exploration.choices == [] && exploration.calls == 1)
        #expect(exploration.work == 2)
        let silent = Exploration(.choices([]), lateness: .zero)
        silent.noteCall("a()", of: 1)
        silent.note(.test("b"))
        #expect(silent.calls == 1 && silent.work == 1 && silent.lines == [] && silent.program == [])
        #expect(!silent.isOver && !silent.isUsed)
        _ = silent.testValue(1) { _ in 0 }
        #expect(silent.isUsed && silent.choices == [])
        let other = Exploration(.choices([]), lateness: .zero)
        #expect(other.world === other.world && other.isUsed)
        other.end()
        #expect((0..<3).map { _ in other.nextNumber() } == [1, 2, 3])
    }

    @Test func helpfulFailureReplacesAWeakOne() {
        let exploration = exploration()
        for (text, isWeak) in [("a", true), ("b", true), ("c", false), ("d", false), ("e", true)] {
            exploration.fail(.init(text: text, location: nil, isWeak: isWeak))
            #expect(exploration.failure?.text == (["a", "b"].contains(text) ? "a" : "c"))
        }
    }

    @Test func chosenStepIsDescribedWithTheStepThatItOvertakes() {
        let (one, store) = (ReadyQueue.Subject.run(run(1, store: 1)), ReadyQueue.Subject.store(1))
        let name = "a task without a source [run 1]"
        let queued = "the store processes a queued action"
        let cases: [(choice: Int, WorldCore.Alternative, index: Int?, line: String?)] = [
            (0, .nothing, 0, "  \(name) starts"), (1, .nothing, 1, "! \(queued), ahead of \(name)"),
            (0, .testFirst, nil, nil), (1, .testFirst, 0, "! \(name) starts, ahead of the test"),
            (2, .testFirst, 1, "! \(queued), ahead of the test"),
            (0, .time(.seconds(3)), 0, "  \(name) starts"),
            (1, .time(.seconds(3)), 1, "! \(queued), ahead of \(name)"),
            (2, .time(.seconds(3)), nil, "! the time advances to 3.0 seconds, ahead of \(name)"),
        ]
        for (choice, alternative, index, line) in cases {
            let exploration = exploration([choice])
            let one = ReadyQueue.Subject.run(run(1, store: 1))
            #expect(exploration.chooseStep(steps([one, store]), or: alternative) == index)
            #expect(exploration.lines == (line.map { [$0] } ?? []))
            #expect(exploration.choices.map(\.value) == [choice])
            #expect(!exploration.choices[0].isTestValue)
            if case .nothing = alternative {} else { #expect(exploration.choices[0].count == 3) }
        }
        let empty = exploration([1])
        #expect(empty.chooseStep([], or: .testFirst) == nil && empty.choices == [])
        #expect(empty.chooseStep(steps([one]), or: .nothing) == 0 && empty.choices == [])
    }

    @Test func queuedActionsAndPostponedStepsAreDescribed() {
        let exploration = exploration([0, 1, 0, 1, 0, 1])
        #expect([exploration.processesAtOnce(), exploration.processesAtOnce()] == [true, false])
        #expect([exploration.queuesFollowUps(), exploration.queuesFollowUps()] == [false, true])
        #expect((0..<2).map { _ in exploration.postponesSteps(ahead: .scheduler) } == [false, true])
        #expect(
            exploration.lines == [
                "!   the action is queued", "!   the actions that follow stay queued",
                "! the test continues, ahead of work of the test scheduler",
            ]
        )
        #expect(exploration.choices.allSatisfy { $0.count == 2 && !$0.isTestValue })
    }

    /// If nothing overtakes the postponed steps, the schedule repeats the one that does not postpone them.
    @Test func postponedStepsThatNothingOvertakesAreARepetition() {
        func repetition(_ choices: [Int] = [1], _ use: (Exploration) -> Void) -> Int? {
            let exploration = exploration(choices)
            _ = exploration.postponesSteps(ahead: .scheduler)
            use(exploration)
            return exploration.repetition
        }
        let ready = steps([.scheduler])
        #expect(repetition { $0.notePostponedStepsTaken() } == 1)
        #expect(repetition([0]) { $0.notePostponedStepsTaken() } == nil)
        #expect(repetition { _ in } == nil)
        // The later choices belong to the repetition too.
        let late = repetition([1, 1, 0, 1]) { exploration in
            _ = exploration.chooseStep(ready, or: .testFirst)
            exploration.notePostponedStepsTaken()
            _ = exploration.testValue(2) { _ in 0 }
        }
        #expect(late == 2)
    }

    @Test func postponedStepsThatSomethingOvertakesAreNoRepetition() {
        let ready = steps([.scheduler])
        let moves: [([Int], (Exploration) -> Void)] = [
            ([1, 0], { _ = $0.chooseStep(ready, or: .testFirst) }),
            ([1, 1], { _ = $0.chooseStep(ready, or: .time(.seconds(1))) }),
            ([1, 1], { [steps = steps([.scheduler, .test])] in _ = $0.chooseStep(steps, or: .nothing) }),
            ([1], { $0.noteProgress() }),
        ]
        for (choices, move) in moves {
            let exploration = exploration(choices)
            _ = exploration.postponesSteps(ahead: .scheduler)
            move(exploration)
            exploration.notePostponedStepsTaken()
            #expect(exploration.repetition == nil)
        }
        // The test's own step is the last ready one.
        let exploration = exploration([1])
        _ = exploration.postponesSteps(ahead: .scheduler)
        _ = exploration.chooseStep(steps([.test]), or: .nothing)
        #expect(exploration.repetition == 1)
    }
}
