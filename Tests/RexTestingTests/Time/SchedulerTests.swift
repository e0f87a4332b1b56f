// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherTesting
import RexCore
import RexTestSupport
import RexTesting
import Testing

@Suite struct SchedulerTests {
    @Test func workIsDoneInTheOrderOfDeadlines() {
        let scheduler = TestScheduler()
        let events = Recorder<String>()
        let start = scheduler.now
        scheduler.schedule(after: start.advanced(by: .seconds(2))) { events.record("two") }
        scheduler.schedule(after: start.advanced(by: .seconds(1))) { events.record("one") }
        scheduler.schedule { events.record("now") }
        #expect(events.events == [])
        scheduler.clock.advance(by: .zero)
        #expect(events.events == ["now"])
        scheduler.clock.advance(by: .seconds(2))
        #expect(events.events == ["now", "one", "two"])
        #expect(start.distance(to: scheduler.now) == .seconds(2))
    }

    @Test func overdueWorkIsDoneAtTheNextAdvance() {
        let scheduler = TestScheduler()
        let start = scheduler.now
        scheduler.clock.advance(by: .seconds(5))
        let events = Recorder<String>()
        scheduler.schedule(after: start) { events.record("late") }
        scheduler.clock.advance(by: .zero)
        #expect(events.events == ["late"])
        #expect(scheduler.clock.now.offset == .seconds(5))
    }

    @Test func repeatedWorkIsDoneUntilItIsCancelled() {
        let scheduler = TestScheduler()
        let events = Recorder<Duration>()
        let timer = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1)), interval: .seconds(2)) {
            events.record(scheduler.clock.now.offset)
        }
        scheduler.clock.advance(by: .seconds(6))
        #expect(events.events == [.seconds(1), .seconds(3), .seconds(5)])
        timer.cancel()
        timer.cancel()
        #expect(!scheduler.clock.advance())
        #expect(events.events.count == 3)
    }

    @Test func cancelledTimerLeavesTheOthersAlone() {
        let scheduler = TestScheduler()
        let events = Recorder<Int>()
        let timers = (1...3).map { number in
            scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { events.record(number) }
        }
        timers[1].cancel()
        scheduler.clock.advance(by: .seconds(1))
        #expect(events.events == [1, 3, 1, 3])
        for timer in timers { timer.cancel() }
        #expect(!scheduler.clock.advance())
    }

    @Test func repeatedWorkCanCancelItself() {
        let scheduler = TestScheduler()
        let events = Recorder<Int>()
        let timer = Lock<(any Cancellable)?>(nil)
        let handle = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) {
            events.record(1)
            timer.withLock { $0.take() }?.cancel()
        }
        timer.withLock { $0 = handle }
        scheduler.clock.advance(by: .seconds(10))
        #expect(events.events.count == 1)
    }

    #if os(Linux) || os(macOS)
    @Test func zeroIntervalTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let timer = scheduler.schedule(after: scheduler.now, interval: 0) {}
            timer.cancel()
        }
        expectMessage(of: result, contains: "is not positive. Pass an interval longer than zero.")
    }

    @Test func negativeAdvanceTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            TestClock().advance(by: .seconds(-1))
        }
        expectMessage(
            of: result,
            contains: "TestClock.advance(by: -1.0 seconds): the duration is negative. Pass zero or more."
        )
    }

    @Test func endlessWorkTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            @Sendable func again() { scheduler.schedule(again) }
            again()
            scheduler.clock.advance()
        }
        expectMessage(of: result, contains: "Work of a test scheduler never ends at 0.0 seconds")
    }

    @Test func endlessTimersAtTheSameTimeTrap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            @Sendable func again() { scheduler.schedule(after: scheduler.now, again) }
            again()
            scheduler.clock.advance(by: .seconds(1))
        }
        expectMessage(of: result, contains: "Work of a test scheduler never ends at 0.0 seconds")
    }
    #endif

    @Test func operatorsOfPublishersRunByTheTimeOfTheTest() {
        let scheduler = TestScheduler()
        let events = Recorder<String>()
        let typed = PassthroughSubject<String, Never>()
        let subscription = typed.debounce(for: .milliseconds(300), scheduler: scheduler).sink { events.record($0) }
        typed.send("s")
        scheduler.clock.advance(by: .milliseconds(299))
        typed.send("sw")
        scheduler.clock.advance(by: .milliseconds(299))
        #expect(events.events == [])
        scheduler.clock.advance(by: .milliseconds(1))
        #expect(events.events == ["sw"])
        subscription.cancel()
    }

    @Test func clockAloneWakesItsSleepers() async throws {
        let clock = TestClock()
        let moment = clock.now.advanced(by: .seconds(5))
        async let nap: Void = clock.sleep(until: moment)
        clock.advance(by: .seconds(5))
        try await nap
        try await clock.sleep(until: clock.now)
        #expect(clock.now == moment)
        #expect(!clock.advance())
        let (scheduler, done) = (TestScheduler(clock: clock), Recorder<Int>())
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { done.record(1) }
        #expect(clock.advance())
        #expect(done.events == [1])
        #expect(!clock.advance())
    }

    @Test func distancesOfTimesAreExact() {
        let clock = TestClock()
        clock.advance(by: .seconds(2))
        let (now, later) = (clock.now, clock.now.advanced(by: .seconds(3)))
        #expect(now.duration(to: later) == .seconds(3))
        #expect(later.duration(to: now) == .seconds(-3))
    }

    @Test func sleepOfACancelledTaskThrows() async {
        let clock = TestClock()
        let sleeper = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        let late = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await clock.sleep(until: clock.now)
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(!clock.advance())
    }

    @Test func publishersOfAMiddlewareRunByTheTimeOfTheTest() {
        let world = TestWorld()
        let test = TestStore(
            initialState: Notes(),
            reducer: .notes,
            middleware: Delayed(scheduler: world.scheduler),
            in: world
        )
        test.send(.go("tea")) { $0.list = ["tea"] }
        test.advance(by: .seconds(180))
        test.receive(.said("tea is ready")) { $0.list.append("tea is ready") }
        test.finish()
    }
}

/// Answers through a publisher, three minutes later.
private struct Delayed: MiddlewareProtocol {
    let scheduler: TestScheduler
    private let subscriptions = Lock<[AnyCancellable]>([])

    init(scheduler: TestScheduler) {
        self.scheduler = scheduler
    }

    func handle(action: Note, from source: ActionSource, state: @escaping GetState<Notes>) -> IO<Note> {
        guard case .go(let name) = action else { return .pure() }
        return IO { [scheduler, subscriptions] output in
            let subscription = Just("\(name) is ready")
                .delay(for: .seconds(180), scheduler: scheduler)
                .sink { output.dispatch(.said($0), from: source) }
            subscriptions.withLock { $0.append(subscription) }
        }
    }
}
