// SPDX-License-Identifier: MIT

import ClockSleep
import RexCore
import RexTestSupport
import Testing

@Suite struct SleepQueueTests {
    private let clock = HandClock()
    private let queue: SleepQueue<HandClock>

    init() {
        queue = SleepQueue(clock)
    }

    private func sleep(until second: Int) -> Task<Int, any Error> {
        Task { [clock, queue] in
            try await queue.sleep(until: .init(second: second))
            return clock.now.second
        }
    }

    @Test func oneTaskWakesUpForManySleeps() async throws {
        var wakeUps = clock.wakeUps.makeAsyncIterator()
        let first = sleep(until: 5)
        #expect(await wakeUps.next() == 5)
        let others = [5, 7, 9].map(sleep)
        clock.advance(to: 5)
        #expect(try await first.value == 5)
        // Those that begin after it wake up by themselves.
        #expect(try await others[0].value == 5)
        clock.advance(to: 20)
        #expect(try await others[1].value >= 7)
        #expect(try await others[2].value >= 9)
    }

    @Test func anEarlierSleepWakesUpEarlier() async throws {
        var wakeUps = clock.wakeUps.makeAsyncIterator()
        let late = sleep(until: 9)
        #expect(await wakeUps.next() == 9)
        let early = sleep(until: 3)
        #expect(await wakeUps.next() == 3)
        clock.advance(to: 3)
        #expect(try await early.value == 3)
        // The task for 9 still sleeps.
        let next = sleep(until: 4)
        #expect(await wakeUps.next() == 4)
        next.cancel()
        await #expect(throws: CancellationError.self) { try await next.value }
        clock.advance(to: 9)
        #expect(try await late.value == 9)
    }

    @Test func aCancelledSleepEndsAtOnce() async throws {
        var wakeUps = clock.wakeUps.makeAsyncIterator()
        let sleeps = [sleep(until: 5), sleep(until: 5)]
        #expect(await wakeUps.next() == 5)
        sleeps[0].cancel()
        await #expect(throws: CancellationError.self) { try await sleeps[0].value }
        clock.advance(to: 5)
        #expect(try await sleeps[1].value == 5)
        sleeps[1].cancel()
        // Its task woke up for nobody else.
        let last = sleep(until: 6)
        var wakeUp = await wakeUps.next()
        // Another one for 5, if the second sleep began only after the clock had reached it.
        if wakeUp == 5 { wakeUp = await wakeUps.next() }
        #expect(wakeUp == 6)
        clock.advance(to: 6)
        #expect(try await last.value == 6)
    }

    @Test func aCancelledTaskDoesNotSleep() async throws {
        let task = Task { [queue] in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            try await queue.sleep(until: .init(second: 5))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func aDeadlineInThePastEnds() async throws {
        clock.advance(to: 5)
        #expect(try await sleep(until: 3).value == 5)
        #expect(try await sleep(until: 5).value == 5)
    }

    @Test func eachSleepEndsAtItsDeadlineOrWithItsTask() async throws {
        for seed in 0..<UInt64(programCount / 4) {
            var random = SeededGenerator(seed: seed)
            let start = clock.now.second
            let deadlines = (0..<50).map { _ in start + Int.random(in: 1..<10, using: &random) }
            let sleeps = deadlines.map(sleep)
            let isCancelled = deadlines.map { _ in Bool.random(using: &random) || seed % 3 == 0 }
            for (sleep, isCancelled) in zip(sleeps, isCancelled) where isCancelled { sleep.cancel() }
            for second in 1..<10 { clock.advance(to: start + second) }
            for (index, sleep) in sleeps.enumerated() {
                if isCancelled[index] {
                    // It may have ended ahead of its cancellation.
                    _ = await sleep.result
                } else {
                    #expect(try await sleep.value >= deadlines[index], "seed \(seed)")
                }
            }
        }
    }

    /// A sleep of the runtime would hold memory until its deadline.
    @Test(.measuresMemory) func aCancelledSleepHoldsNoMemory() async {
        await #expect(processExitsWith: .success) {
            @Sendable func sleepAndCancel(_ count: Int) async {
                for _ in 0..<count {
                    let task = Task { try await continuousSleeps.sleep(until: .now.advanced(by: .seconds(1_000))) }
                    task.cancel()
                    _ = await task.result
                    let other = Task { try await SuspendingClock().sleepInQueue(for: .seconds(1_000)) }
                    await Task.yield()
                    other.cancel()
                    _ = await other.result
                }
            }
            await sleepAndCancel(1_000)
            let before = peakResidentKilobytes()
            await sleepAndCancel(20_000)
            precondition(peakResidentKilobytes() < before + 4_000)
        }
    }
}

/// A clock that a test advances, and whose sleeps ignore cancellation.
private final class HandClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var second: Int

        static func < (left: Instant, right: Instant) -> Bool { left.second < right.second }

        func advanced(by duration: Duration) -> Instant { Instant(second: second + Int(duration.components.seconds)) }
        func duration(to other: Instant) -> Duration { .seconds(other.second - second) }
    }

    private let state = Lock<(now: Int, sleeping: [(deadline: Int, CheckedContinuation<Void, Never>)])>((0, []))
    /// The deadline of each sleep, when it begins.
    let wakeUps: AsyncStream<Int>
    private let newWakeUps: AsyncStream<Int>.Continuation

    init() {
        (wakeUps, newWakeUps) = AsyncStream.makeStream()
    }

    var now: Instant { Instant(second: state.withLock { $0.now }) }
    var minimumResolution: Duration { .seconds(1) }
    var sleeperCount: Int { state.withLock { $0.sleeping.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await withCheckedContinuation { continuation in
            let sleeps = state.withLock { state in
                guard state.now < deadline.second else { return false }
                state.sleeping.append((deadline.second, continuation))
                return true
            }
            newWakeUps.yield(deadline.second)
            if !sleeps { continuation.resume() }
        }
    }

    func advance(to second: Int) {
        let due = state.withLock { state in
            state.now = max(state.now, second)
            defer { state.sleeping.removeAll { $0.deadline <= state.now } }
            return state.sleeping.filter { $0.deadline <= state.now }
        }
        for (_, continuation) in due { continuation.resume() }
    }
}
