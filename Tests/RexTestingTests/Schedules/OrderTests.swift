// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The possible orders of steps, which a real store has too.
@Suite struct OrderTests {
    private func orders(
        _ works: [String: @Sendable (Work) async throws -> Void],
        use: (TestStore<Note, Notes>) -> Void = { $0.run() }
    ) -> Set<[String]> {
        var orders: Set<[String]> = []
        exploreSchedules(5_000) { schedule in
            let test = notesStore(works, checks: .onlyWhatIsSaid, schedule: schedule)
            for name in works.keys.sorted() { test.send(.go(name)) }
            use(test)
            orders.insert(test.actions.compactMap(\.action.said))
        }
        return orders
    }

    @Test func answerToARunIsProcessedBeforeItsDispatchReturnsOrLater() {
        var seen: Set<Bool> = []
        let explored = exploreSchedules(100) { schedule in
            let sawAnswer = Recorder<Bool>()
            let answering = AnyMiddleware<Act, Act, Facts> { act, source, _ in
                IO { output in if act == .set(1) { output.dispatch(.set(2), from: source) } }
            }
            let asking = Acting().on(\.go) { _, effect in
                effect.send(.set(1))
                sawAnswer.record(effect.state.key == 2)
            }
            let test = CorpusApp(asking <> answering, in: .test(TestWorld(schedule: schedule)))
            test.send(.go(1))
            test.run()
            seen.formUnion(sawAnswer.events)
        }
        #expect(explored.areAll)
        #expect(seen == [true, false])
    }

    @Test func zeroSleepIsAStep() {
        let orders = orders([
            "1": { work in
                work.say("a")
                try await work.sleep(.zero)
                work.say("b")
            },
            "2": { work in work.say("c") },
        ])
        #expect(orders == [["a", "b", "c"], ["a", "c", "b"], ["c", "a", "b"]])
    }

    @Test func runThatSleepsForZeroTimeForeverIsReported() {
        let texts = failures {
            let test = notesStore(
                ["1": { work in while true { try? await work.sleep(.zero) } }],
                checks: .onlyWhatIsSaid
            )
            test.send(.go("1"))
        }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("some work never ends") == true)
    }

    @Test func severalStepsMayBeLateInSequence() {
        let orders = orders([
            "1": { work in
                try await work.sleep(.microseconds(10_000))
                work.say("a")
            },
            "2": { work in
                try await work.sleep(.microseconds(10_900))
                work.say("b")
            },
            "3": { work in
                try await work.sleep(.microseconds(11_800))
                work.say("c")
            },
        ])
        // The deadline at 10 ms is more than the lateness after the last step.
        #expect(orders == [["a", "b", "c"], ["b", "a", "c"], ["a", "c", "b"]])
    }

    @Test func stepsOfAnAsynchronousBodyMayBeLate() async throws {
        let orders = Recorder<[String]>()
        try await exploreSchedules(2_000) { schedule in
            let test = notesStore(
                [
                    "1": { work in
                        try await work.sleep(.microseconds(10_000))
                        work.say("a")
                    },
                    "2": { work in
                        try await work.sleep(.microseconds(10_300))
                        work.say("b")
                    },
                ],
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            for name in ["1", "2"] { test.send(.go(name)) }
            try await test.clock.sleep(for: .seconds(1))
            orders.record(test.actions.compactMap(\.action.said))
        }
        #expect(Set(orders.events) == [["a", "b"], ["b", "a"]])
    }

    @Test func shrinkingKeepsTheSameFailure() {
        struct Lost: Error {}
        struct Late: Error {}
        let texts = failures {
            exploreSchedules(2_000, seed: 7) { schedule in
                let number = schedule.int(in: 0...100)
                if number >= 60 { throw Lost() }
                if number >= 1, schedule.int(in: 0...200) == 200 { throw Late() }
            }
        }
        let isLost = texts.first?.contains("Lost()") == true
        #expect(texts.count == 1)
        #expect(texts.first?.contains(isLost ? "int: 60" : "int: 200") == true, "\(texts)")
    }

    @Test func testValuesAfterTheEndAreNotPartOfTheSchedule() {
        let summaries = (0..<10).map { _ in
            exploreSchedules(100) { schedule in
                let test = notesStore(
                    [
                        "1": { work in
                            do { try await work.sleep(.seconds(10)) } catch {
                                for _ in 0..<3 { _ = schedule.bool() }
                            }
                        }
                    ],
                    schedule: schedule
                )
                test.send(.go("1")) { $0.list = ["1"] }
                _ = schedule.bool()
                test.kill()
            }
            .description
        }
        #expect(Set(summaries).count == 1, "\(summaries)")
    }

    @Test func storesOfOneScheduleDrawDifferentNumbers() {
        exploreSchedules(10) { schedule in
            let numbers = (0..<2).map { _ in TestWorld(schedule: schedule).random.next() }
            #expect(numbers[0] != numbers[1])
        }
    }

    @Test func widestRangeHasNumbersOfBothSigns() {
        var numbers: [Int] = []
        exploreSchedules(200, seed: 1) { numbers.append($0.int(in: .min ... .max)) }
        #expect(numbers.contains { $0 > 1 << 61 } && numbers.contains { $0 < -1 << 61 })
    }

    @Test func storeThatOutlivesItsScheduleStillChecks() {
        var kept: TestStore<Note, Notes>?
        exploreSchedules(1) { kept = notesStore(checks: .onlyWhatIsSaid, schedule: $0) }
        let texts = failures { kept?.expect { _ in false } }
        #expect(texts.count == 1)
    }

    @Test func killedStoreIsReleasedOnlyAfterTheSchedule() {
        let ends = Recorder<String>()
        do {
            let world = TestWorld()
            let test = CorpusApp(Ending(ends: ends), in: .test(world))
            test.send(.set(1))
            test.kill()
            #expect(ends.events == [])
            extendLifetime(world)
        }
        #expect(ends.events == ["end"])
    }

    private final class Ending: MiddlewareProtocol {
        typealias InputActionType = Act
        typealias OutputActionType = Act
        typealias StateType = Facts

        let ends: Recorder<String>

        init(ends: Recorder<String>) { self.ends = ends }

        deinit { ends.record("end") }

        func handle(action: Act, from source: ActionSource, state: @escaping GetState<Facts>) -> IO<Act> { .pure() }
    }
}
