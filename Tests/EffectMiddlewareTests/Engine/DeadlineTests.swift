// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// The newest trigger wins, whatever the clock does at the end of an interval.
@Suite struct DeadlineTests {
    private let world = VirtualWorld()

    @Test func olderThrottledTriggerIsSupersededByANewerDebouncedOne() {
        let store = world.store(
            LabEffects().on(\.go, .latest.debounced(for: .seconds(1)).throttled(for: .seconds(10))) { value, effect in
                effect.send(.said("\(value)"))
            }
        )
        store.dispatch(.go(1))
        world.advance(by: .seconds(2))  // 1 starts at 1; the span ends at 11
        store.dispatch(.go(2))
        world.advance(by: .seconds(2))  // 2 gets through at 3 and waits for 11
        store.dispatch(.go(3))  // due at 5
        world.drain()
        world.pass(.seconds(8))  // the clock is late: 12
        world.advance(by: .seconds(30))
        #expect(store.state.said == ["1", "3"])
    }

    @Test func bodyThatHasReturnedInTimeDoesNotTimeOut() {
        let store = world.store(
            LabEffects().on(\.go, .each.retrying(1).timeout(.seconds(1))) { _, effect in
                try await effect.sleep(for: .seconds(1))
                effect.send(.said("done"))
            } catch: { error, _ in
                .said("\(error)")
            } ended: { end, _ in
                .said("\(end)")
            }
        )
        store.dispatch(.go(1))
        world.advance(by: .seconds(9))
        #expect(store.state.said == ["done", "returned"])
    }

    private func store(_ policy: EffectPolicy<Int>, _ begun: Recorder<Int>) -> LabStore {
        world.store(
            LabEffects().on(\.go, policy) { value, effect in
                begun.record(value)
                effect.send(.said("\(value)"))
            }
        )
    }

    @Test(arguments: [EffectPolicy<Int>.each, .latest]) func throttledTriggersKeepTheirOrderWithALateClock(
        policy: EffectPolicy<Int>
    ) {
        let begun = Recorder<Int>()
        let store = store(policy.throttled(for: .seconds(1)), begun)
        store.dispatch(.go(1))
        world.advance(by: .milliseconds(500))
        store.dispatch(.go(2))
        // The timer does not wake up in time.
        world.pass(.milliseconds(501))
        store.dispatch(.go(3))
        world.drain()
        #expect(begun.events == [1, 2])
        world.advance(by: .seconds(2))
        #expect(begun.events == [1, 2, 3])
        #expect(store.state.said == ["1", "2", "3"])
        #expect(world.sleepers == 0)
    }

    @Test func dueDebouncedTriggerIsNotReplaced() {
        let begun = Recorder<Int>()
        let store = store(.each.debounced(for: .seconds(1)), begun)
        store.dispatch(.go(1))
        world.pass(.seconds(1))
        store.dispatch(.go(2))
        world.advance(by: .seconds(1))
        #expect(begun.events == [1, 2])
    }

    @Test func dueTriggerIsCancelledByTheNextAction() {
        let ends = Recorder<String>()
        let store = world.store(
            LabEffects()
                .on(\.go, .each.debounced(for: .seconds(1))) { _, effect in
                    effect.send(.said("ran"))
                } ended: { end, value in
                    ends.record("\(value) \(end)")
                    return nil
                }
                .cancel(on: \.stop)
        )
        store.dispatch(.go(1))
        world.pass(.seconds(1))
        store.dispatch(.stop)
        world.advance(by: .seconds(2))
        #expect(store.state.said == [])
        // The trigger was due and started, so it has a final action.
        #expect(ends.events == ["1 cancelled"])
    }

    @Test func earlierDeadlineWakesTheTimerEarlier() {
        let begun = Recorder<Int>()
        let store = world.store(
            LabEffects()
                .on(\.go, .each.debounced(for: .seconds(9))) { value, _ in begun.record(value) }
                .on(\.row?.id, .each.debounced(for: .seconds(1))) { value, _ in begun.record(value) }
        )
        store.dispatch(.go(1))
        world.drain()
        store.dispatch(.row(2, ""))
        world.advance(by: .seconds(1))
        #expect(begun.events == [2])
        world.advance(by: .seconds(8))
        #expect(begun.events == [2, 1])
        #expect(world.sleepers == 0)
    }

    @Test func deadlinesAreHandledInOrder() {
        var random = SeededGenerator(seed: 5)
        let begun = Recorder<Int>()
        let store = world.store(
            LabEffects()
                .on(\.go, .each.by { $0 }.debounced(for: .seconds(100))) { value, _ in begun.record(value) }
                .cancel("none", on: \.stop)
        )
        var moments: [Int: Int] = [:]
        for time in 0..<500 {
            let key = Int.random(in: 0..<80, using: &random)
            moments[key] = time
            store.dispatch(.go(key))
            world.advance(by: .milliseconds(10))
        }
        world.advance(by: .seconds(200))
        #expect(begun.events == moments.sorted { $0.value < $1.value }.map(\.key))
        #expect(world.sleepers == 0)
    }

    @Test func failureOfTheClockIsReportedAndLosesNoTrigger() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            struct Broken: Clock {
                var now: ContinuousClock.Instant { .now }
                let minimumResolution = Duration.zero
                func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
                    throw Failure()
                }
            }
            let store = LabStore(
                initialState: LabState(),
                reducer: lab,
                middleware: LabEffects()
                    .on(\.go, .each.debounced(for: .seconds(1_000)), named: "load", line: 7) { value, effect in
                        effect.send(.said("\(value)"))
                    }
                    .on(\.row, .each.retrying(1, delay: .constant(.seconds(1_000))), named: "row", line: 8) {
                        _,
                        effect in
                        if effect.attempt == 1 { throw Failure() }
                        effect.send(.said("attempt \(effect.attempt)"))
                    },
                environment: StoreEnvironment(clock: Broken(), priority: nil)
            )
            store.dispatch(.go(3))
            store.dispatch(.row(1, ""))
            await store.settled()
            precondition(Set(store.state.said) == ["3", "attempt 2"], "\(store.state.said)")
        }
        expectMessage(of: result, contains: "Effect load at DeadlineTests.swift:7 continues without waiting")
        expectMessage(of: result, contains: "Effect row at DeadlineTests.swift:8 continues without waiting")
    }

    @Test(arguments: [(1, ["1"]), (3, ["1", "3"])])
    func triggerStartsImmediatelyIfTheClockFails(count: Int, said: [String]) async {
        expectSaid(said, after: count, policy: .each.debounced(for: .seconds(1)))
        expectSaid(["0"] + said, after: count, policy: .each.throttled(for: .seconds(1), latest: true), first: 0)
    }

    /// Sends `count` triggers.
    ///
    /// The first delayed one can't wait.
    private func expectSaid(_ said: [String], after count: Int, policy: EffectPolicy<Int>, first: Int = 1) {
        let hasFailed = Lock(false)
        let clock = WatchedClock(
            world: world,
            onSleep: {
                let fails = hasFailed.withLock { hasFailed in
                    defer { hasFailed = true }
                    return !hasFailed
                }
                if fails { throw Failure() }
            }
        )
        let store = Store(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects().on(\.go, policy) { value, effect in effect.send(.said("\(value)")) },
            environment: clock.environment
        )
        for value in first...count {
            store.dispatch(.go(value))
            world.drain()
        }
        world.advance(by: .seconds(2))
        #expect(store.state.said == said)
    }

    /// The clock of the world, with a hook for each sleep.
    private struct WatchedClock: Clock {
        let world: VirtualWorld
        var onSleep: @Sendable () throws -> Void = {}

        var now: VirtualWorld.Instant { world.now }
        var minimumResolution: Duration { world.minimumResolution }

        var environment: StoreEnvironment {
            StoreEnvironment(clock: self) { [world] in world.environment.startTask(from: $0, $1) }
        }

        func sleep(until deadline: VirtualWorld.Instant, tolerance: Duration?) async throws {
            try onSleep()
            try await world.sleep(until: deadline, tolerance: tolerance)
        }
    }
}
