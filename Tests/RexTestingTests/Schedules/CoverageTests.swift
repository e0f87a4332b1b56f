// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The coverage of an exploration, and its report.
@Suite struct CoverageTests {
    /// The explored orders of runs with two steps each.
    ///
    /// The test starts the runs in sequence.
    private func orders(_ runs: Int, tries: Int) -> (Set<[String]>, ExploredSchedules) {
        var works: [String: @Sendable (Work) async throws -> Void] = [:]
        for number in 1...runs {
            works["\(number)"] = { work in
                work.say("\(number)")
                await Task.yield()
                work.say("\(number)")
            }
        }
        var orders: Set<[String]> = []
        let explored = exploreSchedules(tries) { schedule in
            let test = notesStore(works, checks: .onlyWhatIsSaid, schedule: schedule)
            for number in 1...runs { test.send(.go("\(number)")) }
            test.run()
            orders.insert(test.actions.compactMap(\.action.said))
            test.finish()
        }
        return (orders, explored)
    }

    /// Two sends and two runs with three steps each have 35 orders: 7! / (3! · 4!).
    @Test(arguments: [10, 35, 60, 71, 100]) func reportCountsDifferentOrders(tries: Int) {
        var seen: Set<[String]> = []
        let explored = exploreSchedules(tries, lateness: .zero) { schedule in
            let order = Recorder<String>()
            func steps(_ name: String) -> @Sendable (Work) async throws -> Void {
                { _ in
                    for step in 0..<3 {
                        order.record("\(name) \(step)")
                        if step < 2 { await Task.yield() }
                    }
                }
            }
            let works = ["a": steps("a"), "b": steps("b")]
            let test = notesStore(works, checks: .onlyWhatIsSaid, schedule: schedule)
            test.invariant("sends") { notes in
                order.record("\(notes.list)")
                return true
            }
            test.send(.go("a"))
            test.send(.go("b"))
            test.run()
            seen.insert(order.events)
        }
        #expect(explored.areAll == (tries >= 71))
        #expect(
            explored.description == (tries >= 71 ? "all 35 orders" : "\(seen.count) different orders, perhaps not all")
        )
    }

    @Test func allOrdersOfThreeRunsWithTwoStepsAreTried() {
        let (orders, explored) = orders(3, tries: 400)
        #expect(orders.count == 90)
        #expect(explored.description == "357 different orders, perhaps not all")
    }

    /// Every fourth schedule is an order of the runs, and no order is repeated.
    @Test func ordersOfFourRunsWithTwoStepsAreTriedOnce() {
        let tries = hasFewRounds ? 2_000 : 10_100
        let (orders, explored) = orders(4, tries: tries)
        #expect(hasFewRounds ? orders.count >= tries / 4 : orders.count == 2_520)
        #expect(explored.description.hasSuffix(" different orders, perhaps not all"))
    }

    @Test func randomScheduleIsNeverTriedTwice() {
        var tried: Set<[Int]> = []
        let explored = exploreSchedules(120) { schedule in
            let answers = [schedule.int(in: 1...4), schedule.int(in: 1...5), schedule.int(in: 1...6)]
            #expect(tried.insert(answers).inserted)
        }
        #expect(explored.areAll && explored.description == "all 120 orders")
        #expect(
            exploreSchedules(119) { _ = ($0.int(in: 1...4), $0.int(in: 1...30)) }.description
                == "119 different orders, perhaps not all"
        )
    }

    /// If nothing overtakes the postponed steps, postponing has no effect.
    @Test func postponedStepsThatNothingOvertakesAreNoNewOrder() {
        let explored = exploreSchedules(1_000) { schedule in
            let test = notesStore(["a": { _ in }], checks: .onlyWhatIsSaid, schedule: schedule)
            test.send(.go("a"))
            test.finish()
        }
        #expect(explored.description == "the only order")
    }

    @Test func explorationIsTheSameInEachRunOfATest() {
        let answers = (0..<2).map { _ in
            var answers: [Int] = []
            exploreSchedules(50) { answers.append($0.int(in: 0...1_000_000)) }
            return answers
        }
        #expect(answers[0] == answers[1])
        #expect(Set(answers[0]).count == 50)
    }

    @Test func nondeterministicBodyIsReported() {
        var count = 1
        let explored = exploreSchedules(20) { schedule in
            count += 1
            _ = schedule.int(in: 0...count)
        }
        #expect(explored.description == "20 schedules of a body that is not the same each time")
        #expect(!explored.areAll)
    }

    // MARK: Cases that a schedule has to reach

    @Test func caseThatNoScheduleReachesFailsTheExploration() {
        let texts = failures {
            exploreSchedules(100) { schedule in
                let number = schedule.int(in: 1...4)
                schedule.sometimes(number == 2, "two")
                schedule.sometimes(number == 5, "five")
                schedule.sometimes(number == 6, "six")
            }
        }
        #expect(
            texts
                == ["five", "six"].map { name in
                    """
                    sometimes: \(name)
                      The condition was never true in all 4 orders. Change the test so that it reaches this case, or remove the condition.
                    """
                }
        )
    }

    @Test func caseThatNoSampledScheduleReachesFailsTheExploration() {
        let texts = failures {
            exploreSchedules(10) { $0.sometimes($0.int(in: 1...1_000_000) > 1_000_000, "more") }
        }
        #expect(
            texts == [
                """
                sometimes: more
                  The condition was never true in 10 different orders, perhaps not all. Explore more schedules, or make the test smaller.
                """
            ]
        )
    }

    @Test func caseIsIgnoredInOrderAndInARepeatedSchedule() {
        #expect(failures { exploreSchedules(1, seed: 3) { $0.sometimes($0.bool() && false, "never") } } == [])
        #expect(failures { Schedule.inOrder.sometimes(false, "never") } == [])
    }

    @Test func failureOfAScheduleHidesUnreachedCases() {
        struct Unwanted: Error {}
        let texts = failures {
            exploreSchedules(10) { schedule in
                schedule.sometimes(false, "never")
                if schedule.bool() { throw Unwanted() }
            }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("Schedule 2 of 10 fails") == true)
    }

    // MARK: Shrinking

    @Test func shrinkingTimeIsReported() {
        struct Unwanted: Error {}
        var explored: ExploredSchedules?
        let texts = failures {
            explored = exploreSchedules(100) { schedule in
                if schedule.int(in: 0...1_000) > 500 { throw Unwanted() }
            }
        }
        #expect(
            texts.first?.contains(
                /\nFound after \d+\.\d+ seconds, then shrunk with \d+ more schedules in \d+\.\d+ seconds\.$/
            ) == true,
            "\(texts)"
        )
        #expect(explored.map { $0.shrinkingTime > .zero } == true)
        #expect(exploreSchedules(10) { _ = $0.bool() }.shrinkingTime == .zero)
    }
}
