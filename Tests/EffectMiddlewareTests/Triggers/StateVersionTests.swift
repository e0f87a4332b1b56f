// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// Rules whose states have versions.
@Suite struct StateVersionTests {
    private final class Version: Sendable {}

    private let world = VirtualWorld()
    private let versions = (0...3).map { _ in Version() }

    @Test func rulesAndWaitingRunsReadOnlyStatesOfANewVersion() {
        let reads = Recorder<String>()
        let isOn: @Sendable (LabState) -> Bool = { state in
            reads.record("rule")
            return state.key != nil
        }
        let key: @Sendable (LabState) -> Int? = { state in
            reads.record("run")
            return state.key
        }
        let store = world.store(
            LabEffects()
                .during(isOn) { effect in
                    for await key in effect.states(key) { effect.send(.said("\(key ?? 0)")) }
                }
                .comparing { [versions] in versions[$0.key ?? 0] }
        )
        for key in 1...3 {
            store.dispatch(.set(key))
            world.drain()
            let count = reads.events.count
            store.dispatch(.go(key))
            store.dispatch(.set(key))
            #expect(reads.events.count == count)
        }
        #expect(store.state.said == ["1", "2", "3"])
        #expect(Set(reads.events) == ["rule", "run"])
    }

    @Test func changeWhileARunBeginsToWaitIsDetected() {
        let holder = Lock<LabStore?>(nil)
        let store = world.store(
            LabEffects()
                .during({ $0.key != nil }) { effect in
                    holder.withLock { $0.take() }?.dispatch(.set(2))
                    for await key in effect.states(\.key) { effect.send(.said("\(key ?? 0)")) }
                }
                .comparing { [versions] in versions[$0.key ?? 0] }
        )
        holder.withLock { $0 = store }
        store.dispatch(.set(1))
        world.drain()
        store.dispatch(.set(3))
        world.drain()
        #expect(store.state.said == ["2", "3"])
    }

    @Test func furtherRuleDropsTheVersion() {
        let effects = LabEffects().comparing { [versions] _ in versions[0] }
        let store = world.store(effects.during(\.key) { key, effect in effect.send(.said("\(key)")) })
        for key in 1...2 {
            store.dispatch(.set(key))
            world.drain()
        }
        #expect(store.state.said == ["1", "2"])
    }
}
