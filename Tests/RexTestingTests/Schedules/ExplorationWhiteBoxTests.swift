// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@testable import RexTesting

@Suite struct ExplorationWhiteBoxTests {
    /// All queued actions of a store are one step.
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func numberOfChoicesDoesNotGrowWithTheQueue(seed: UInt64) {
        let exploration = Exploration(.seed(seed), lateness: .zero)
        let test = CorpusApp(
            Acting().on(\.go) { count, effect in for value in 0..<count { effect.send(.set(value)) } },
            in: .test(TestWorld(schedule: Schedule(exploration: exploration)))
        )
        test.send(.go(100))
        test.run()
        #expect(test.acts.count == 101)
        #expect((exploration.choices.map(\.count).max() ?? 0) <= 3)
        #expect(exploration.choices.count <= 500)
    }

    private func exploration(_ origin: ChoiceSource.Origin, _ body: (Schedule) -> Void) -> Exploration {
        let exploration = Exploration(origin, lateness: .zero)
        body(Schedule(exploration: exploration))
        exploration.end()
        return exploration
    }

    @Test func failureEndsTheSearchBeforeAllSchedulesWereTried() {
        var search = ScheduleSearch(8, seed: nil, lateness: .zero)
        while let origin = search.next() {
            let exploration = Exploration(origin, lateness: .zero)
            exploration.fail(Exploration.Failure(text: "", location: nil))
            exploration.end()
            search.record(exploration)
        }
        #expect(search.tried == 1 && !search.areAll)
    }

    @Test func allSchedulesExceptTheFirstAreRandom() {
        var search = ScheduleSearch(8, seed: nil, lateness: .zero)
        var drawn = 0
        while let origin = search.next() {
            if case .choices = origin {} else { drawn += 1 }
            search.record(exploration(origin) { schedule in for _ in 0..<10 { _ = schedule.int(in: 0...9) } })
        }
        #expect(drawn == 7)
    }

    /// The budget of expensive repetitions is 25.
    @Test func expensiveFailuresAreRepeatedAtMost25Times() {
        func explored(_ origin: ChoiceSource.Origin) -> Exploration {
            let exploration = Exploration(origin, lateness: .zero)
            let schedule = Schedule(exploration: exploration)
            let answers = (0..<30).map { _ in schedule.int(in: 0...9) }
            if !answers.contains(0) { exploration.fail(Exploration.Failure(text: "none is 0", location: nil, cost: 1)) }
            exploration.end()
            return exploration
        }
        var shrinker = Shrinker(explored(.choices(Array(repeating: 9, count: 30))), drawing: 1)
        var failures = 0
        while let origin = shrinker.next() {
            let tried = explored(origin)
            if tried.failure != nil { failures += 1 }
            shrinker.record(tried)
        }
        #expect(failures == 25)
    }

    @Test func endOfTheWorldWakesSleepingTasks() async {
        let exploration = Exploration(.choices([]), lateness: .zero)
        let world = exploration.world
        let clock = TestWorld(schedule: Schedule(exploration: exploration)).clock
        let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(1))) }
        while world.nextDeadline == nil { await Task.yield() }
        exploration.end()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    /// The schedules that shrinking tries if none of them fails, for test values and reorderings in turns.
    @Test func shrinkingTriesTheRecordedSchedules() {
        let exploration = Exploration(.choices([2, 1, 3, 0, 4, 1]), lateness: .zero)
        let schedule = Schedule(exploration: exploration)
        for _ in 0..<3 {
            _ = schedule.int(in: 0...4)
            _ = exploration.processesAtOnce()
        }
        exploration.fail(Exploration.Failure(text: "", location: nil))
        exploration.end()
        var shrinker = Shrinker(exploration, drawing: 7)
        var (tried, drawn): ([String], [UInt64]) = ([], [])
        while let origin = shrinker.next() {
            switch origin {
            case .choices(let choices, let answers):
                tried.append((choices.map { "\($0)" } + answers.map { "then \($0)" }).joined(separator: " "))
            case .seed(let seed, _), .orders(let seed, _): drawn.append(seed)
            }
            shrinker.record(Exploration(origin, lateness: .zero))
        }
        #expect(
            tried == [
                "2 0 then 3 then 4", "2 1 3 0 4 0", "", "2", "2 1 3", "0 4 1", "0 0 0 0 4 1", "2 4 1",
                "2 0 0 0 4 1", "2 1 1", "2 1 0 0 0 1", "1 3 0 4 1", "0 1 3 0 4 1", "2 3 0 4 1", "2 0 3 0 4 1",
                "2 1 0 4 1", "2 1 0 0 4 1", "2 1 3 4 1", "2 1 3 0 1", "2 1 3 0 0 1", "1 1 3 0 4 1", "2 1 1 0 4 1",
                "2 1 2 0 4 1", "2 1 3 0 2 1", "2 1 3 0 3 1", "1 0 4 1", "1 4 1", "1 1", "1", "1 1 0 4 1",
                "1 1 4 1", "1 1 1", "1 1 3 4 1", "1 1 3 1", "1 1 3", "1 1 3 0 1", "1 1 3 0 4", "2 1 2 4 1",
                "2 1 2 1", "2 1 2", "2 1 2 0 1", "2 1 2 0 4", "2 1 3 0 3", "1 1 0 4 0", "2 0 3 1 4 1",
                "2 1 3 1 4 0",
            ]
        )
        #expect(drawn == Array(8...207))
    }
}
