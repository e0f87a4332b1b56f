// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The number of schedules until a failure is found, and the size of the reported schedule.
@Suite struct SearchingTests {
    /// Chains of runs that start together.
    ///
    /// Each run starts the next one of its chain.
    private func chains(_ names: [String], steps: Int, _ schedule: Schedule) -> [String] {
        let seen = Recorder<String>()
        @Sendable func start(_ name: String, _ step: Int, _ output: AnyActionHandler<Note>, _ source: ActionSource) {
            output.startTask(from: source.derived(by: "\(name)\(step)")) { output in
                seen.record(name)
                if step < steps { start(name, step + 1, output, source) }
            }
        }
        let test = TestStore(
            initialState: Notes(),
            reducer: .notes,
            middleware: AnyMiddleware<Note, Note, Notes> { _, source, _ in
                IO { output in for name in names { start(name, 1, output, source) } }
            },
            checks: .onlyWhatIsSaid,
            schedule: schedule
        )
        test.send(.go("a"))
        test.run()
        test.finish()
        return seen.events
    }

    @Test func allOrdersOfFewStepsAreTriedAndCounted() {
        var orders: Set<[String]> = []
        let explored = exploreSchedules(20_000) { orders.insert(chains(["a", "b", "c", "d"], steps: 2, $0)) }
        #expect(orders.count == 2_520)
        #expect(explored.areAll)
        #expect(explored.description == "all 2,520 orders")
    }

    @Test func limitedExplorationReportsASample() {
        let explored = exploreSchedules(100) { _ = chains(["a", "b", "c", "d"], steps: 4, $0) }
        #expect(!explored.areAll && explored.count == 100)
        #expect(explored.description == "99 different orders, perhaps not all")
        let few = exploreSchedules(100) { _ = $0.bool() }
        #expect(few.areAll && few.description == "all 2 orders")
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func longDelayOfARunIsFound(seed: UInt64) {
        let found = failures {
            exploreSchedules(1_000, seed: seed << 20) { schedule in
                let order = chains(["a", "b", "c", "d"], steps: 6, schedule)
                let first = order.firstIndex(of: "a") ?? 0
                if first >= 12 { throw Unwanted() }
            }
        }
        #expect(found.count == 1)
    }

    /// A failing path that was not random has a seed too.
    @Test func seedOfAPathRepeatsIt() throws {
        func run(_ count: Int, seed: UInt64?) -> [String] {
            failures {
                exploreSchedules(count, seed: seed) { schedule in
                    if chains(["a", "b", "c"], steps: 1, schedule) == ["c", "a", "b"] { throw Unwanted() }
                }
            }
        }
        for _ in 1...5 {
            let text = try #require(run(1_000, seed: nil).first)
            let seed = try #require(lastSeed(in: text))
            let again = try #require(run(1, seed: seed).first)
            #expect(innerLines(of: again) == innerLines(of: text))
        }
    }

    /// The failure needs three reorderings and two actions.
    ///
    /// The first failing schedule has more.
    @Test func shrinkingReachesTheKnownMinimum() {
        var reached = 0
        let rounds = hasFewRounds ? 10 : 30
        for seed in 1...UInt64(rounds) {
            let text =
                failures {
                    exploreSchedules(2_000, seed: seed << 32) { schedule in
                        let test = notesStore(
                            [
                                "a": { work in
                                    for step in 0..<4 { if step > 0 { await Task.yield() }; work.say("a\(step)") }
                                },
                                "b": { work in
                                    for step in 0..<4 { if step > 0 { await Task.yield() }; work.say("b\(step)") }
                                },
                            ],
                            checks: .onlyWhatIsSaid,
                            schedule: schedule
                        )
                        for _ in 0..<schedule.int(in: 0...6, "steps") {
                            test.send(.go(schedule.element(of: ["c", "a", "b"], "work")))
                        }
                        test.run()
                        let list = test.state.list
                        func place(_ text: String) -> Int { list.firstIndex(of: text) ?? .max }
                        // The test continues, b overtakes a, and a overtakes b.
                        let isWrong = place("a") < place("b") && place("b0") < place("a0") && place("a1") < place("b1")
                        test.expect { _ in !isWrong }
                        test.finish()
                    }
                }.first ?? ""
            let lines = text.split(separator: "\n")
            let sends = lines.count { $0.hasPrefix("  test.send") }
            let reorderings = lines.count { $0.hasPrefix("  ! ") }
            if sends == 2, reorderings == 3 { reached += 1 }
        }
        #expect(reached >= rounds - 1)
    }

    /// Also values whose sum overflows.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func largeTestValuesAreShrunk(seed: UInt64) {
        let texts = failures {
            exploreSchedules(10, seed: seed) { schedule in
                let answers = ["a", "b", "c"].map { schedule.int(in: 0...(.max - 1), $0) }
                if answers.allSatisfy({ $0 > 10 }) { throw Unwanted() }
            }
        }
        #expect(texts.first?.contains("\n    a: 11\n    b: 11\n    c: 11\n") == true, "\(texts)")
    }

    private struct Unwanted: Error {}
}
