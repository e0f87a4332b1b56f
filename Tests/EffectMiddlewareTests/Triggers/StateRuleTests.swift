// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// The policies of rules of the state, and their order among other rules.
@Suite struct StateRuleTests {
    private let world = VirtualWorld()

    @Test(arguments: [true, false]) func cancelBeforeOnKeepsTheNewRunAndCancelAfterOnCancelsIt(isInFront: Bool) {
        let notes = Recorder<String>()
        let cancel = LabEffects().cancel { if case .set = $0 { true } else { false } }
        let rest: (LabEffects) -> LabEffects = { effects in
            effects
                .on {
                    if case .set = $0 { () } else { nil }
                } run: { _, effect in
                    notes.record("on")
                    try await effect.sleep(for: .seconds(1))
                    effect.send(.said("on"))
                }
                .during(\.key) { key, effect in
                    notes.record("during \(key)")
                    try await effect.sleep(for: .seconds(1))
                    effect.send(.said("during \(key)"))
                }
                .forEach {
                    $0.key.map { [$0] } ?? []
                } run: { key, effect in
                    try await effect.sleep(for: .seconds(1))
                    effect.send(.said("each \(key)"))
                }
        }
        let behind: (LabEffects) -> LabEffects = { $0.cancel { if case .set = $0 { true } else { false } } }
        let store = world.store(isInFront ? rest(cancel) : behind(rest(LabEffects())))
        for key in 1...2 {
            store.dispatch(.set(key))
            world.advance(by: .seconds(2))
        }
        #expect(store.state.said == (isInFront ? [1, 2].flatMap { ["on", "during \($0)", "each \($0)"] } : []))
        if isInFront { #expect(notes.events == ["on", "during 1", "on", "during 2"]) }
        #expect(world.sleepers == 0)
    }

    @Test func rulesKeepTheirOrderThroughALift() {
        let lifted = LabEffects()
            .cancel { if case .set = $0 { true } else { false } }
            .during(\.key) { key, effect in effect.send(.said("during \(key)")) }
            .lift(
                inputAction: { ElementIDAction(id: OnlyPart(), action: $0) },
                outputAction: { $0.action },
                parts: StateParts(value: { (state: LabState) in state })
            )
            .cancel { if case .set(3) = $0 { true } else { false } }
        let store = world.store(lifted)
        for key in 1...3 {
            store.dispatch(.set(key))
            world.drain()
        }
        #expect(store.state.said == ["during 1", "during 2"])
    }

    @Test func queuedKeyWaitsUntilThePreviousBodyHasReturned() {
        let notes = Recorder<String>()
        let store = world.store(
            LabEffects().during(\.key, .queued) { [world] key, effect in
                notes.record("begins \(key)")
                await world.sleepStubbornly(for: .seconds(2))
                notes.record("returns \(key)")
                effect.send(.said("\(key)"))
            }
        )
        for key in [1, 2, 3] {
            store.dispatch(.set(key))
            world.advance(by: .milliseconds(100))
        }
        #expect(notes.events == ["begins 1"])
        world.advance(by: .seconds(9))
        #expect(notes.events == ["begins 1", "returns 1", "begins 3", "returns 3"])
        #expect(store.state.said == ["3"])
        store.dispatch(.set(4))
        world.drain()
        store.dispatch(.set(nil))
        store.dispatch(.set(4))
        world.advance(by: .seconds(9))
        #expect(notes.events.suffix(4) == ["begins 4", "returns 4", "begins 4", "returns 4"])
        #expect(store.state.said == ["3", "4"])
    }

    @Test func limitedKeysRunInOrder() {
        let (notes, living) = (Recorder<Int>(), Recorder<Int>())
        let store = world.store(
            LabEffects().forEach(\.keys, .each(limit: 2)) { key, effect in
                notes.record(key)
                living.record(1)
                defer { living.record(-1) }
                try await effect.sleep(for: .seconds(1))
                effect.send(.said("\(key)"))
            }
            .cancel(on: \.stop)
        )
        store.dispatch(.keys([5, 3, 9, 1, 7, 2]))
        world.drain()
        #expect(notes.events == [5, 3])
        store.dispatch(.keys([5, 3, 1, 7, 2, 8]))
        world.advance(by: .seconds(2))
        #expect(notes.events == [5, 3, 1, 7, 2, 8])
        #expect(store.state.said == ["5", "3", "1", "7"])
        store.dispatch(.keys([]))
        store.dispatch(.keys([1, 2, 3]))
        world.drain()
        store.dispatch(.stop)
        world.advance(by: .seconds(9))
        #expect(notes.events.suffix(2) == [1, 2])
        let most = living.events.reduce(into: (now: 0, most: 0)) { count, change in
            count.now += change
            count.most = max(count.most, count.now)
        }
        #expect(most.most == 2 && most.now == 0)
        #expect(world.sleepers == 0)
    }

    @Test func keysCanBeDebouncedRetriedAndTimedOut() {
        let attempts = Recorder<String>()
        let store = world.store(
            LabEffects()
                .during(\.key, .latest.debounced(for: .seconds(1)).retrying(1).timeout(.seconds(5))) { key, effect in
                    attempts.record("\(key) \(effect.attempt)")
                    if effect.attempt == 1 { throw Failure() }
                    try await effect.sleep(for: .seconds(9))
                } catch: { error, key in
                    .said("\(key) \(error is EffectTimeout)")
                }
        )
        store.dispatch(.set(1))
        world.advance(by: .milliseconds(900))
        store.dispatch(.set(2))
        world.advance(by: .seconds(20))
        #expect(attempts.events == ["2 1", "2 2"])
        #expect(store.state.said == ["2 true"])
    }

    @Test func unsuitablePoliciesTrapWithTheRule() async {
        for (mistake, message) in [
            "during takes .latest or .queued", "cannot be throttled", "so the policy must not have .by",
            "takes .each, .each(limit:) or .queued",
        ].enumerated() {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [mistake = mistake as Int] in
                switch mistake {
                case 0: _ = LabEffects().during(\.key, .first, file: "App/Room.swift", line: 3) { _, _ in }
                case 1:
                    let policy = EffectPolicy<Int>.latest.throttled(for: .seconds(1))
                    _ = LabEffects().during(\.key, policy, file: "App/Room.swift", line: 3) { _, _ in }
                case 2: _ = LabEffects().during(\.key, .latest.by { $0 }, file: "App/Room.swift", line: 3) { _, _ in }
                default: _ = LabEffects().forEach(\.keys, .latest, file: "App/Room.swift", line: 3) { _, _ in }
                }
            }
            expectMessage(of: result, contains: "Effect at Room.swift:3", message)
        }
    }

    @Test func conditionRunsWhileItIsTrueInAllForms() {
        let store = world.store(
            LabEffects()
                .during({ $0.key == 1 }) { effect in effect.send(.said("one")) }
                .during({ $0.key == 2 }) { _, effect in effect.send(.said("two")) }
                .during({ $0.key == 3 }) { _, _ in
                    throw Failure()
                } catch: { _, isOn in
                    .said("three \(isOn)")
                }
        )
        world.drain()
        #expect(store.state.said == [])
        for key in 1...3 {
            store.dispatch(.set(key))
            world.drain()
        }
        #expect(store.state.said == ["one", "two", "three true"])
    }
}
