// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// Errors, retries, and the delays between attempts.
@Suite struct RetryTests {
    private let world = VirtualWorld()

    @Test func attemptEndsWhenItsErrorIsCaught() {
        let escaped = Recorder<LabEffect>()
        let areOver = Recorder<[Bool]>()
        let store = world.store(
            LabEffects().on(\.go, .each.retrying(1)) { _, effect in
                escaped.record(effect)
                throw Failure()
            } catch: { _, _ in
                areOver.record(escaped.events.map(\.isCancelled))
                for effect in escaped.events { effect.send(.said("late")) }
                return .said("caught")
            }
        )
        store.dispatch(.go(1))
        world.drain()
        #expect(areOver.events == [[true, true]])
        #expect(store.state.said == ["caught"])
    }

    @Test func errorOfARunStartedByAConditionIsCaught() {
        let store = world.store(
            LabEffects().during({ $0.key != nil }) { _ in
                throw Failure(number: 7)
            } catch: { error, _ in
                .said("\(error)")
            }
        )
        store.dispatch(.set(1))
        world.drain()
        #expect(store.state.said == ["Failure(number: 7)"])
    }

    @Test func errorOfACancelledRunIsIgnored() {
        let caught = Recorder<String>()
        let store = world.store(
            LabEffects()
                .on(\.go, .latest.retrying(3)) { value, effect in
                    do {
                        try await effect.sleep(for: .seconds(1))
                    } catch {
                        throw Failure(number: value)
                    }
                } catch: { error, _ in
                    caught.record("\(error)")
                    return .said("caught")
                }
                .cancel(on: \.stop)
        )
        store.dispatch(.go(4))
        world.drain()
        store.dispatch(.stop)
        world.advance(by: .seconds(9))
        #expect(caught.events == [])
        #expect(store.state.said == [])
        #expect(world.sleepers == 0)
    }

    /// Returns the start times of the attempts, in milliseconds.
    private func tries(
        _ delay: EffectDelay,
        again count: Int = 5,
        within duration: Duration = .seconds(1_000)
    ) -> [Int] {
        let tries = Recorder<Int>()
        let world = world
        let begin = world.now
        let store = world.store(
            LabEffects()
                .on(\.go, .each.retrying(count, delay: delay)) { _, _ in
                    let (seconds, attoseconds) = begin.duration(to: world.now).components
                    tries.record(Int(seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
                    throw Failure()
                } catch: { _, _ in
                    .said("failed")
                }
        )
        store.dispatch(.go(1))
        world.advance(by: duration)
        #expect(store.state.said == ["failed"])
        return tries.events
    }

    @Test func exponentialDelayGrowsByItsFactorUpToItsLongest() {
        #expect(tries(.exponential(from: .seconds(1))) == [0, 1_000, 3_000, 7_000, 15_000, 31_000])
        #expect(
            tries(.exponential(from: .seconds(1), factor: 3, upTo: .seconds(10))) == [
                0, 1_000, 4_000, 13_000, 23_000, 33_000,
            ]
        )
    }

    @Test func endlessDelaysAreAwaited() async throws {
        let begun = Recorder<Int>()
        let store = Store(
            initialState: 0,
            reducer: .identity,
            middleware: EffectMiddleware<Int, Int, Int>()
                .on({ $0 }, .latest.debounced(for: .seconds(Int64.max))) { _, _ in begun.record(1) }
                .on({ $0 }, .each.timeout(.seconds(Int64.max))) { _, effect in
                    begun.record(2)
                    try await effect.sleep(for: .seconds(Int64.max))
                    begun.record(3)
                }
        )
        store.dispatch(1)
        while begun.events.isEmpty { await Task.yield() }
        try await Task.sleep(for: .milliseconds(20))
        #expect(begun.events == [2])
    }

    @Test func exponentialDelayStopsGrowingAtCenturies() {
        let tries = tries(.exponential(from: .seconds(1)), again: 36, within: .seconds(1 << 40))
        let delays = zip(tries.dropFirst(), tries).map { $0 - $1 }
        #expect(delays == (0..<36).map { 1_000 << min($0, 32) })
        #expect(
            self.tries(.exponential(from: .seconds(1), factor: 1e300), again: 2, within: .seconds(1 << 40))
                == [0, 1_000, 1_000_000_001_000]
        )
    }

    @Test func jitterShortensADelayByAtMostItsFraction() {
        let tries = tries(.exponential(from: .seconds(10), upTo: .seconds(20), jitter: 0.2))
        let delays = zip(tries.dropFirst(), tries).map { $0 - $1 }
        for (delay, longest) in zip(delays, [10_000, 20_000, 20_000, 20_000, 20_000]) {
            // Each time is rounded down to milliseconds.
            #expect((longest * 8 / 10 - 1...longest + 1).contains(delay))
        }
        #expect(Set(delays.dropFirst()).count > 1)
    }
}
