// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The choices of a schedule, and their effects on a test.
@Suite struct ChoiceTests {
    private func said(_ test: TestStore<Note, Notes>) -> [String] { test.actions.compactMap(\.action.said) }

    /// The first of two triggers loads a page.
    ///
    /// The second trigger is queued before the answer.
    @Test func queuedActionBeforeAnAnswerFindsItsRunActive() {
        let body: @Sendable (Schedule) -> Void = { schedule in
            let isLoading = Lock(false)
            let pages = Recorder<Int>()
            let test = TestStore(
                initialState: Notes(),
                reducer: .notes,
                middleware: AnyMiddleware<Note, Note, Notes> { note, source, state in
                    IO { output in
                        if note == .go("scroll") { for _ in 0..<2 { output.dispatch(.go("next"), from: source) } }
                        guard note == .go("next"), !isLoading.exchange(true) else { return }
                        output.startTask(from: source.derived(by: "Load")) { output in
                            let page = state().list.count { $0.hasPrefix("page") }
                            pages.record(page)
                            await Task.yield()
                            output.dispatch(.said("page \(page)"), from: source)
                            // The bug: the answer may still be queued.
                            _ = isLoading.exchange(false)
                        }
                    }
                },
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            test.send(.go("next"))
            test.send(.go("scroll"))
            test.run()
            test.expect { _ in Set(pages.events).count == pages.events.count }
            test.finish()
        }
        #expect(failures { body(.inOrder) } == [])
        #expect(failures { exploreSchedules(1_000) { body($0) } }.count == 1)
    }

    @Test func actionOfARunIsProcessedAtOnceOrLater() {
        let seen = Recorder<[String]>()
        exploreSchedules(200) { schedule in
            let states = Lock<GetState<Notes>?>(nil)
            let test = TestStore(
                initialState: Notes(),
                reducer: .notes,
                middleware: AnyMiddleware<Note, Note, Notes> { note, source, state in
                    states.withLock { $0 = state }
                    return IO { output in
                        guard note == .go("a") else { return }
                        output.startTask(from: source) { output in
                            output.dispatch(.said("b"), from: source)
                            states.withLock { $0.map { seen.record($0().list) } }
                        }
                    }
                },
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            test.send(.go("a"))
            test.run()
            test.finish()
        }
        #expect(Set(seen.events) == [["a"], ["a", "b"]])
    }

    @Test(arguments: [(Duration.milliseconds(1), 2), (.microseconds(200), 1), (.zero, 1)])
    func runsWithinTheLatenessAreReordered(lateness: Duration, orders: Int) {
        let seen = Recorder<[String]>()
        exploreSchedules(500, lateness: lateness) { schedule in
            let test = notesStore(
                [
                    "a": { work in
                        try await work.sleep(.milliseconds(10))
                        work.say("a")
                    },
                    "b": { work in
                        try await work.sleep(.milliseconds(10) + .microseconds(300))
                        work.say("b")
                    },
                ],
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            test.send(.go("a"))
            test.send(.go("b"))
            test.run()
            seen.record(said(test))
            test.finish()
        }
        #expect(Set(seen.events).count == orders)
    }

    @Test func testMayOvertakeALateSleeper() {
        let seen = Recorder<Bool>()
        exploreSchedules(200) { schedule in
            let test = notesStore(
                [
                    "a": { work in
                        try await work.sleep(.seconds(1))
                        work.say("a")
                    }
                ],
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            test.send(.go("a"))
            test.advance(by: .seconds(1) + .microseconds(500))
            test.send(.said("b"))
            test.run()
            seen.record(said(test) == ["b", "a"])
            test.finish()
        }
        #expect(Set(seen.events) == [true, false])
    }

    @Test func testValuesRepeatWithTheSeedAndAreSimplestInOrder() {
        func answers(_ schedule: Schedule) -> [String] {
            [
                "\(schedule.int(in: -3...3))", "\(schedule.bool())", schedule.element(of: ["x", "y", "z"]),
                "\(schedule.chance(0.5, "rain"))", "\(schedule.int(in: .min ... .max))", "\(schedule.chance(0))",
                "\(schedule.chance(1))", "\(schedule.int(in: 7...7))",
            ]
        }
        #expect(answers(.inOrder) == ["-3", "false", "x", "false", "\(Int.min)", "false", "true", "7"])
        let runs = (0..<2).map { _ in
            var runs: [[String]] = []
            exploreSchedules(100, seed: 5) { runs.append(answers($0)) }
            return runs
        }
        #expect(runs[0] == runs[1])
        #expect(Set(runs[0].map { $0[0] }).count == 7)
        #expect(Set(runs[0].map { $0[2] }) == ["x", "y", "z"])
        #expect(runs[0].allSatisfy { $0[5] == "false" && $0[6] == "true" })
    }

    @Test func chanceIsTrueWithItsProbability() {
        var met = 0
        exploreSchedules(2_000, seed: 3) { schedule in
            if schedule.chance(0.1) { met += 1 }
            // Without the number there are only two schedules, and no schedule is tried twice.
            _ = schedule.int(in: 0...1_000_000)
        }
        #expect((120...280).contains(met))
    }

    @Test func failingProgramIsShrunkToFewerCallsAndSmallerNumbers() throws {
        let text = try #require(
            failures {
                exploreSchedules(1_000, seed: 2) { schedule in
                    let test = notesStore(checks: .onlyWhatIsSaid, schedule: schedule)
                    for _ in 0..<schedule.int(in: 0...20, "steps") {
                        let number = schedule.int(in: 0...100, "number")
                        test.send(.said("\(number)"))
                    }
                    test.expect { $0.list.count { Int($0) ?? 0 > 10 } < 2 }
                    test.finish()
                }
            }.first
        )
        #expect(text.contains("\nThe calls of the test:\n  test.send(.said(\"11\"))\n  test.send(.said(\"11\"))\n"))
        #expect(text.contains("\n    steps: 2\n    number: 11\n"))
    }

    @Test func randomNumbersComeFromTheSchedule() {
        func numbers(_ schedule: Schedule) -> [UInt64] {
            let world = TestWorld(schedule: schedule)
            let seen = Recorder<UInt64>()
            let test = TestStore(
                initialState: 0,
                reducer: Reducer<Int, Int>.identity,
                middleware: AnyMiddleware<Int, Int, Int> { _, _, _ in
                    IO { output in seen.record(output.environment.random.next()) }
                },
                in: world
            )
            for action in 0..<3 { test.send(action) }
            test.finish()
            return seen.events + [world.random.next()]
        }
        #expect(numbers(.inOrder) == numbers(.inOrder))
        #expect(Set(numbers(.inOrder)).count == 4)
        let runs = (0..<2).map { _ in
            var runs: [[UInt64]] = []
            exploreSchedules(10, seed: 1) { runs.append(numbers($0)) }
            return runs
        }
        #expect(runs[0] == runs[1])
        #expect(Set(runs[0]).count == 10)
    }
}

extension Lock where Value == Bool {
    fileprivate func exchange(_ new: Bool) -> Bool {
        withLock { value in
            defer { value = new }
            return value
        }
    }
}
