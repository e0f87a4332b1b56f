// SPDX-License-Identifier: MIT

import Dispatch
import PublisherKit
import PublisherTesting
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Edge cases of deadlines, of limits and of the time itself.
@Suite struct TimeLimitTests {
    @Test func timerCancelledAtItsDeadlineDoesNothing() {
        let scheduler = TestScheduler()
        let ticks = Recorder<Int>()
        let second = Lock<(any Cancellable)?>(nil)
        let timer = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) {
            ticks.record(1)
            second.withLock { $0.take() }?.cancel()
        }
        let other = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { ticks.record(2) }
        second.withLock { $0 = other }
        scheduler.clock.advance(by: .zero)
        #expect(ticks.events == [1])
        timer.cancel()
    }

    @Test func schedulerTimeIsClampedToTheRangeOfAQueue() {
        let scheduler = TestScheduler()
        #expect(scheduler.minimumTolerance == 0)
        #expect(scheduler.now.dispatchTime.uptimeNanoseconds == 1_000_000_000)
        scheduler.clock.advance(by: .seconds(1) + .nanoseconds(234))
        #expect(scheduler.now.dispatchTime.uptimeNanoseconds == 2_000_000_234)
        scheduler.clock.advance(by: .seconds(9_223_372_034) - .seconds(1))
        #expect(scheduler.now.dispatchTime.uptimeNanoseconds == 9_223_372_035_000_000_234)
        scheduler.clock.advance(by: .seconds(1 << 40))
        #expect(scheduler.now.dispatchTime.uptimeNanoseconds == 9_223_372_035_000_000_234)
    }

    @Test func runWithALimitOfZeroDoesNotAdvanceTime() {
        let test = notesStore(["nap": { try await $0.sleep(.seconds(1)) }])
        test.send(.go("nap")) { $0.list = ["nap"] }
        for limit in [0, -1] { #expect(failures { test.run(limit: limit) }.count == 1) }
        #expect(test.clock.now.offset == .zero)
        test.run(limit: 1)
        test.finish()
    }

    #if !THREAD_SANITIZER
    /// Without this step, a task that ignores its cancellation would block the test.
    @Test func sleepOfACancelledTaskIsAStep() {
        let texts = failures {
            let test = notesStore(
                [
                    "restless": { work in
                        await withTaskGroup { group in
                            group.addTask { for _ in 0..<100_050 { try? await work.sleep(.seconds(1)) } }
                            group.cancelAll()
                        }
                    }
                ],
                checks: .onlyWhatIsSaid
            )
            test.send(.go("restless"))
        }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("some work never ends") == true)
    }

    @Test func stepsWithoutEndAreReportedAtTheCall() {
        let (lines, isOver) = (Recorder<Int>(), Lock(false))
        let test = notesStore()
        let scheduler = TestScheduler(clock: test.clock)
        @Sendable func again() {
            if !isOver.withLock({ $0 }) { scheduler.schedule(again) }
        }
        again()
        let line = #line + 2
        withKnownIssue {
            test.expect { $0 == Notes() }
        } matching: { issue in
            lines.record(issue.sourceLocation?.line ?? 0)
            isOver.withLock { $0 = true }
            return true
        }
        #expect(lines.events == [line])
        test.finish()
    }
    #endif

    /// A task that only checks for cancellation ends with the world.
    @Test func sleeperOutsideOfTheTestIsCancelledAtTheEnd() async {
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        do {
            let test = notesStore(
                [
                    "a": { work in
                        Task {
                            while !Task.isCancelled { try? await work.sleep(.seconds(1)) }
                            end.yield(Task.isCancelled)
                        }
                    }
                ],
                checks: .onlyWhatIsSaid
            )
            test.send(.go("a"))
            test.skipRuns()
            test.finish()
        }
        var iterator = ends.makeAsyncIterator()
        #expect(await iterator.next() == true)
    }

    private func orders(_ second: Duration, _ use: (TestStore<Note, Notes>) -> Void) -> Set<[String]> {
        var orders: Set<[String]> = []
        exploreSchedules(500) { schedule in
            let test = notesStore(
                [
                    "1": { work in
                        try await work.sleep(.milliseconds(10))
                        work.say("a")
                    },
                    "2": { work in
                        try await work.sleep(second)
                        work.say("b")
                    },
                ],
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            for name in ["1", "2"] { test.send(.go(name)) }
            use(test)
            orders.insert(test.actions.compactMap(\.action.said))
        }
        return orders
    }

    @Test func stepMayBeLateForTheEndOfAnAdvance() {
        let second = Duration.microseconds(10_300)
        #expect(orders(second) { $0.advance(by: second) } == [["a", "b"], ["b", "a"]])
    }

    @Test func stepIsNotLaterThanTheLateness() {
        let test = orders(.seconds(1)) { test in
            test.advance(by: .milliseconds(12))
            test.send(.said("test"))
        }
        #expect(test == [["a", "test"]])
    }

    /// The test may overtake the steps again in its next call, which may be a short advance.
    @Test func postponedStepsAreTakenBeforeTimeAdvances() {
        var seen: Set<[String]> = []
        exploreSchedules(200) { schedule in
            let test = notesStore(["1": { $0.say("a") }], checks: .onlyWhatIsSaid, schedule: schedule)
            test.send(.go("1"))
            test.advance(by: .microseconds(10))
            test.send(.said("b"))
            seen.insert(test.actions.compactMap(\.action.said))
        }
        #expect(seen == [["a", "b"]])
    }
}
