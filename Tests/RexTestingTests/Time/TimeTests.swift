// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherTesting
import RexCore
import RexTestSupport
import RexTesting
import Testing

@Suite struct TimeTests {
    @Test func sleepersWakeInTheOrderOfDeadlines() {
        let test = notesStore([
            "late": { work in
                try await work.sleep(.seconds(2))
                work.say("late")
            },
            "early": { work in
                try await work.sleep(.seconds(1))
                work.say("early")
            },
            "also late": { work in
                try await work.sleep(.seconds(2))
                work.say("also late")
            },
        ])
        for name in ["late", "early", "also late"] { test.send(.go(name)) { $0.list.append(name) } }
        #expect(test.runs.map(\.waitsFor) == [.time(.seconds(2)), .time(.seconds(1)), .time(.seconds(2))])
        test.advance(by: .seconds(5))
        for name in ["early", "late", "also late"] { test.receive(.said(name)) { $0.list.append(name) } }
        #expect(test.clock.now.offset == .seconds(5))
        test.finish()
    }

    @Test func advanceStopsAtEachDeadline() {
        let test = notesStore([
            "tick": { work in
                for _ in 1...3 {
                    try await work.sleep(.seconds(1))
                    work.say("\((work.output.environment.clock as? TestClock)?.now.offset ?? .zero)")
                }
            }
        ])
        test.send(.go("tick")) { $0.list = ["tick"] }
        test.advance(by: .milliseconds(2_500))
        test.receive(.said("1.0 seconds")) { $0.list.append("1.0 seconds") }
        test.receive(.said("2.0 seconds")) { $0.list.append("2.0 seconds") }
        test.advance()
        #expect(test.clock.now.offset == .seconds(3))
        test.receive(.said("3.0 seconds")) { $0.list.append("3.0 seconds") }
        test.finish()
    }

    @Test func advanceDoesTheWorkOfTheNextDeadline() {
        let done = Recorder<String>()
        let test = notesStore([
            "nap": { work in
                try await work.sleep(.seconds(1))
                done.record("slept")
            }
        ])
        test.send(.go("nap")) { $0.list = ["nap"] }
        test.advance()
        #expect(done.events == ["slept"])
        test.finish()
    }

    @Test func nextDeadlineIsReadAfterAllSteps() {
        let test = notesStore()
        let done = Recorder<String>()
        let scheduler = TestScheduler(clock: test.clock)
        scheduler.schedule {
            scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { done.record("later") }
        }
        test.advance()
        #expect(done.events == ["later"])
        test.finish()
    }

    @Test func workScheduledAtTheLastDeadlineIsDone() {
        let test = notesStore([
            "tick": { work in
                try await work.sleep(.seconds(1))
                try await work.sleep(.zero)
                work.say("done")
            }
        ])
        test.send(.go("tick")) { $0.list = ["tick"] }
        test.advance(by: .seconds(1))
        test.receive(.said("done")) { $0.list.append("done") }
        test.finish()
    }

    /// Schedules work that schedules more work for the same deadline when it is done.
    private func chain(
        of count: Int,
        at moment: TestScheduler.SchedulerTimeType,
        _ scheduler: TestScheduler,
        _ done: Recorder<Int>
    ) {
        guard count > 0 else { return }
        scheduler.schedule(after: moment) {
            done.record(count)
            chain(of: count - 1, at: moment, scheduler, done)
        }
    }

    @Test func workOfTheLastDeadlineMayScheduleMore() {
        let test = notesStore()
        let scheduler = TestScheduler(clock: test.clock)
        let done = Recorder<Int>()
        chain(of: 3, at: scheduler.now.advanced(by: .seconds(1)), scheduler, done)
        test.advance(by: .seconds(1))
        #expect(done.events == [3, 2, 1])
        test.finish()
    }

    @Test func workOfTheLastDeadlineMayScheduleMoreInAnyOrder() {
        exploreSchedules(20) { schedule in
            let test = notesStore(schedule: schedule)
            let scheduler = TestScheduler(clock: test.clock)
            let done = Recorder<Int>()
            chain(of: 3, at: scheduler.now.advanced(by: .seconds(1)), scheduler, done)
            test.advance(by: .seconds(1))
            test.run()
            #expect(done.events == [3, 2, 1])
            test.finish()
        }
    }

    // These steps use one thread, so ThreadSanitizer would only make them slow.
    #if !THREAD_SANITIZER
    @Test(arguments: [(100_000, 0), (100_001, 1)])
    func workMayRescheduleItselfOftenButNotForever(count: Int, failed: Int) {
        let texts = failures {
            let test = notesStore()
            let scheduler = TestScheduler(clock: test.clock)
            let done = Recorder<Int>()
            chain(of: 2, at: scheduler.now.advanced(by: .seconds(1)), scheduler, done)
            chain(of: count, at: scheduler.now.advanced(by: .seconds(2)), scheduler, done)
            test.advance(by: .seconds(3))
            test.skipRuns()
            test.finish()
        }
        #expect(texts.count == failed)
        #expect(texts.allSatisfy { $0.hasPrefix("Took 100000 steps at the same time and more are ready") })
    }

    /// Schedules work that schedules the next work when it is done.
    private func steps(_ count: Int, _ scheduler: TestScheduler, _ done: Recorder<Int>) {
        guard count > 0 else { return }
        scheduler.schedule {
            done.record(count)
            steps(count - 1, scheduler, done)
        }
    }

    @Test(arguments: [(100_000, 0), (100_001, 1)])
    func stepsMayBeManyButNotEndless(count: Int, failed: Int) {
        let texts = failures {
            let test = notesStore()
            steps(count, TestScheduler(clock: test.clock), Recorder())
            test.finish()
        }
        #expect(texts.count == failed)
    }

    @Test func timeStandsStillDuringEndlessSteps() {
        let calls: [(TestStore<Note, Notes>) -> Void] = [
            { $0.run() }, { $0.advance() }, { $0.advance(by: .seconds(1)) },
        ]
        for call in calls {
            let test = notesStore()
            let scheduler = TestScheduler(clock: test.clock)
            let isOver = Lock(false)
            @Sendable func again() {
                if !isOver.withLock({ $0 }) { scheduler.schedule(again) }
            }
            again()
            #expect(failures { call(test) }.count == 1)
            #expect(test.clock.now.offset == .zero)
            isOver.withLock { $0 = true }
            test.finish()
        }
    }

    @Test func remainingWorkIsDoneAtTheEndOfATest() {
        let done = Recorder<Int>()
        _ = failures {
            let test = notesStore(checks: .onlyWhatIsSaid)
            steps(200_010, TestScheduler(clock: test.clock), done)
            test.finish()
        }
        #expect(done.events.last == 1)
    }
    #endif

    @Test func workSeesTheTimeOfItsDeadline() {
        let ways: [(TestStore<Note, Notes>) -> Void] = [
            { test in for _ in 1...3 { test.advance() } },
            { test in for _ in 1...3 { test.clock.advance() } },
            { $0.advance(by: .seconds(3)) }, { $0.clock.advance(by: .seconds(3)) }, { $0.run() },
        ]
        for way in ways {
            let test = notesStore()
            let scheduler = TestScheduler(clock: test.clock)
            let moments = Recorder<Duration>()
            for second in [2, 1, 3] {
                scheduler.schedule(after: scheduler.now.advanced(by: .seconds(second))) { [clock = test.clock] in
                    moments.record(clock.now.offset)
                }
            }
            way(test)
            #expect(moments.events == [.seconds(1), .seconds(2), .seconds(3)])
            test.finish()
        }
    }

    @Test func runAdvancesUntilNothingSleeps() {
        let test = notesStore([
            "steps": { work in for _ in 1...50 { try await work.sleep(.seconds(60)) } }
        ])
        test.send(.go("steps")) { $0.list = ["steps"] }
        test.run()
        #expect(test.clock.now.offset == .seconds(3_000))
        test.finish()
    }

    @Test func endlessTimerFailsRun() {
        let texts = failures {
            let test = notesStore(["tick": { work in while true { try await work.sleep(.seconds(1)) } }])
            test.send(.go("tick")) { $0.list = ["tick"] }
            test.run(limit: 100)
        }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("sleeps until 101.0 seconds") == true)
    }

    @Test func runWithExactlyItsLimitPasses() {
        let test = notesStore(["steps": { work in for _ in 1...3 { try await work.sleep(.seconds(1)) } }])
        test.send(.go("steps")) { $0.list = ["steps"] }
        test.run(limit: 3)
        test.finish()
    }

    @Test func advanceWithoutADeadlineFails() {
        let test = notesStore()
        #expect(failures { test.advance() }.count == 1)
        #expect(failures { test.advance(by: .seconds(-1)) }.count == 1)
        #expect(test.clock.now.offset == .zero)
    }

    @Test func endlessStepsFail() {
        let texts = failures {
            let test = notesStore(["spin": { _ in while !Task.isCancelled { await Task.yield() } }])
            test.send(.go("spin")) { $0.list = ["spin"] }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("Took 100000 steps at the same time") == true)
    }

    @Test func cancelledSleeperWakesAtOnce() {
        let test = notesStore([
            "group": { work in
                await withTaskGroup { group in
                    group.addTask { try? await work.sleep(.seconds(5)) }
                    group.cancelAll()
                }
                work.say("awake")
            }
        ])
        test.send(.go("group")) { $0.list = ["group"] }
        test.receive(.said("awake")) { $0.list.append("awake") }
        test.finish()
    }

    @Test func childTasksActorsAndStreamsRunUnderTheTest() {
        actor Counter {
            var count = 0
            func increment() -> Int {
                count += 1
                return count
            }
        }
        let counter = Counter()
        let test = notesStore([
            "all": { work in
                async let one = counter.increment()
                async let two = counter.increment()
                let sum = await one + two
                work.say("sum \(sum)")
                let most = await withTaskGroup(of: Int.self) { group in
                    for _ in 1...3 { group.addTask { await counter.increment() } }
                    return await group.reduce(0, max)
                }
                work.say("most \(most)")
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                await withTaskGroup { group in
                    group.addTask {
                        for number in 1...2 {
                            try? await work.sleep(.seconds(1))
                            continuation.yield(number)
                        }
                        continuation.finish()
                    }
                    for await number in stream { work.say("element \(number)") }
                }
            }
        ])
        test.send(.go("all")) { $0.list = ["all"] }
        test.receive(.said("sum 3")) { $0.list.append("sum 3") }
        test.receive(.said("most 5")) { $0.list.append("most 5") }
        test.run()
        test.receive(.said("element 1")) { $0.list.append("element 1") }
        test.receive(.said("element 2")) { $0.list.append("element 2") }
        test.finish()
    }

    @Test func releaseOfTheTestStoreEndsItsRuns() {
        final class Token: Sendable {}
        var token: Token? = Token()
        weak let weakToken = token
        do {
            let test = notesStore([
                "hold": { [token] work in
                    _ = token
                    try await work.sleep(.seconds(5))
                }
            ])
            token = nil
            test.send(.go("hold")) { $0.list = ["hold"] }
            test.skipRuns()
            test.finish()
            #expect(weakToken != nil)
        }
        #expect(weakToken == nil)
    }
}
