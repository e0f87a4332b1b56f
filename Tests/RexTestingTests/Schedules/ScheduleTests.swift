// SPDX-License-Identifier: MIT

import EffectMiddleware
import PublisherKit
import PublisherTesting
import RexCore
import RexTestSupport
import RexTesting
import Testing

@Suite struct ScheduleTests {
    private func order(_ schedule: Schedule, count: Int) -> [String] {
        var works: [String: @Sendable (Work) async throws -> Void] = [:]
        for number in 1...count {
            works["\(number)"] = { work in
                try await work.sleep(.seconds(1))
                work.say("done \(number)")
            }
        }
        let test = notesStore(works, schedule: schedule)
        for number in 1...count { test.send(.go("\(number)")) { $0.list.append("\(number)") } }
        test.run()
        test.skipActions()
        test.finish()
        return test.actions.compactMap(\.action.said)
    }

    @Test func allOrdersOfThreeStepsAreTried() {
        var orders: Set<[String]> = []
        exploreSchedules(500) { orders.insert(order($0, count: 3)) }
        #expect(orders.count == 6)
    }

    @Test func normalOrderComesFirst() {
        var orders: [[String]] = []
        exploreSchedules(1) { orders.append(order($0, count: 4)) }
        #expect(orders == [order(.inOrder, count: 4)])
    }

    @Test func seedDeterminesTheOrder() {
        var orders: [[String]] = []
        for _ in 1...2 { exploreSchedules(20, seed: 7) { orders.append(order($0, count: 5)) } }
        #expect(orders.count == 40)
        #expect(Array(orders[..<20]) == Array(orders[20...]))
        #expect(Set(orders).count > 10)
        exploreSchedules(1, seed: 9) { orders.append(order($0, count: 5)) }
        #expect(orders.last == orders[2])
    }

    @Test func onlyScheduleIsTriedIfNothingCanBeReordered() {
        var count = 0
        exploreSchedules(1_000) { schedule in
            count += 1
            let test = notesStore(schedule: schedule)
            test.send(.said("a")) { $0.list = ["a"] }
            test.finish()
        }
        #expect(count == 1)
    }

    @Test(arguments: [0, -1]) func countBelowOneFails(count: Int) {
        let texts = failures { exploreSchedules(count) { _ in Issue.record("It is called.") } }
        #expect(texts == ["exploreSchedules(\(count)) tries no schedule. Pass a count of 1 or more."])
    }

    @Test func bodyThatIgnoresItsScheduleFails() {
        let texts = failures {
            exploreSchedules(3) { _ in
                let test = notesStore()
                test.finish()
            }
        }
        let text = "The body does not use its schedule. Pass it to the TestStore or the TestWorld."
        #expect(texts == ["exploreSchedules: \(text)"])
    }

    @Test func failureNamesTheLatenessWithItsSeed() {
        let texts = failures {
            exploreSchedules(10, seed: 1, lateness: .seconds(2)) { if $0.bool() { throw Unwanted() } }
        }
        #expect(texts.first?.contains(", lateness: .seconds(2)) runs it again.") == true, "\(texts)")
    }

    @Test func failureThatDoesNotRepeatIsShownAsItWasFound() {
        var count = 0
        let texts = failures {
            exploreSchedules(1) { schedule in
                _ = schedule.bool()
                count += 1
                if count == 1 { throw Unwanted() }
            }
        }
        #expect(
            texts.first?.contains(
                "more than the schedule decides. The first one was:\nThe body threw an error: Unwanted()\n"
            ) == true,
            "\(texts)"
        )
    }

    @Test func longProgramIsShownWithItsFirstAndLastLines() {
        let texts = failures {
            exploreSchedules(1) { schedule in
                let test = CorpusApp(Acting(), in: .test(TestWorld(schedule: schedule)))
                for number in 0..<1_000 { test.send(.set(number)) }
                throw Unwanted()
            }
        }
        let lines = texts.first?.split(separator: "\n") ?? []
        #expect(lines.count < 420)
        #expect(lines.contains { $0.hasSuffix("test.send(.set(0))") })
        #expect(lines.contains("    … (800 more)"))
        #expect(lines.contains("  test.send(.set(999))"))
    }

    @Test func storesOfAWorldHaveDifferentNames() {
        let texts = failures {
            exploreSchedules(1) { schedule in
                let world = TestWorld(schedule: schedule)
                let stores = (0..<2).map { _ in
                    TestStore(
                        initialState: Notes(),
                        reducer: .notes,
                        middleware: IdentityMiddleware(),
                        checks: .onlyWhatIsSaid,
                        in: world
                    )
                }
                for store in stores { store.send(.said("a")) }
                stores[1].expect(false, "it holds")
            }
        }
        #expect(texts.first?.contains("\n  test.send(.said(\"a\"))\n  test2.send(.said(\"a\"))\n") == true, "\(texts)")
        #expect(texts.first?.contains("processed by test2: said(\"a\")") == true)
        #expect(texts.first?.contains("expect: it holds\nThe last action was said(\"a\") (- before, + after):") == true)
    }

    /// A kill is listed after the steps that overtake it.
    @Test func stepsAheadOfACrashAreMarked() {
        let texts = failures {
            exploreSchedules(1_000, seed: 1) { schedule in
                let reached = Recorder<Int>()
                let world = TestWorld(schedule: schedule)
                let test = CorpusApp(
                    Acting().on(\.go) { value, _ in
                        reached.record(value)
                        await Task.yield()
                        reached.record(value)
                    },
                    in: .test(world)
                )
                test.send(.go(1))
                test.kill()
                if reached.events == [1] { throw Unwanted() }
            }
        }
        let lines = texts.first?.split(separator: "\n").map(String.init) ?? []
        let marks = lines.count { $0.hasPrefix("  ! ") }
        #expect(lines.contains { $0.contains("\(marks) reordered steps") }, "\(texts)")
        let kill = lines.firstIndex { $0.hasSuffix("the store is killed") } ?? 0
        #expect(lines.lastIndex { $0.hasPrefix("  ! ") && $0.contains(" starts") } ?? .max < kill)
    }

    @Test func failureIsReportedOnceAndShrunk() {
        let texts = failures {
            exploreSchedules(1_000, seed: 1) { schedule in
                let order = order(schedule, count: 5)
                let test = notesStore(schedule: schedule)
                test.expect { _ in order.first == "done 1" }
                test.finish()
            }
        }
        #expect(texts.count == 1)
        // Each failing schedule needs a step ahead of the first run, and no other reordering.
        let marked = texts.first?.split(separator: "\n").filter { $0.hasPrefix("  ! ") } ?? []
        #expect((1...3).contains(marked.count))
        #expect(marked.allSatisfy { $0.hasSuffix(", ahead of Work 1 at Notes.swift:48 [run 1]") })
    }

    @Test func irrelevantReorderingsSeldomRemain() throws {
        var left = 0
        for seed in 1...20 as ClosedRange<UInt64> {
            let text = try #require(
                failures {
                    exploreSchedules(100, seed: seed) { schedule in
                        _ = order(schedule, count: 2)
                        if order(schedule, count: 2) != ["done 1", "done 2"] { throw Unwanted() }
                    }
                }.first
            )
            let lines = text.split(separator: "\n")
            let second = try #require(lines.lastIndex { $0.hasSuffix("test calls send(.go(\"1\"))") })
            if lines[..<second].contains(where: { $0.hasPrefix("  ! ") }) { left += 1 }
        }
        // An early reordering may replace a relevant one, since it moves all later steps.
        #expect(left < 5)
    }

    @Test func seedOfAFailureRepeatsIt() throws {
        func run(_ count: Int, seed: UInt64) -> [String] {
            failures {
                exploreSchedules(count, seed: seed) { schedule in
                    let order = order(schedule, count: 4)
                    if order == ["done 2", "done 1", "done 4", "done 3"] { throw Unwanted() }
                }
            }
        }
        let text = try #require(run(1_000, seed: 5).first)
        let seed = try #require(lastSeed(in: text))
        let again = try #require(run(1, seed: seed).first)
        #expect(innerLines(of: again) == innerLines(of: text))
        #expect(again.contains("\nThe body threw an error: Unwanted()\n"))
    }

    @Test func failureOfTheFirstOrderNeedsNoReordering() {
        let texts = failures {
            exploreSchedules(10) { schedule in
                let test = notesStore(schedule: schedule)
                test.send(.said("a"))
            }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("Schedule 1 of 10 fails.\nIt fails with all steps in order:\n") == true)
    }

    @Test func passedChecksAreAmongTheSteps() {
        let texts = failures {
            exploreSchedules(1) { schedule in
                let test = notesStore(schedule: schedule)
                test.expect { $0.list.isEmpty }
                test.send(.said("a"))
            }
        }
        #expect(
            texts.first?.contains("\n    the test calls expect { … }\n    the test calls send(.said(\"a\"))\n") == true
        )
    }

    @Test func callsOfTheTestAreListedBeforeTheirSteps() {
        let texts = failures {
            exploreSchedules(1) { schedule in
                let test = notesStore(schedule: schedule)
                let scheduler = TestScheduler(clock: test.clock)
                scheduler.schedule { scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) {} }
                test.finish()
            }
        }
        #expect(
            texts.first?.contains("\n    the test calls finish()\n    work of the test scheduler runs\n") == true
        )
    }

    private struct Unwanted: Error {}
}
