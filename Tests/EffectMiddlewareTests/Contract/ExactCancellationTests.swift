// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// Actions of a cancelled run that are queued or sent later are not processed.
@Suite struct ExactCancellationTests {
    private let world = VirtualWorld()
    private let runs = Recorder<LabEffect>()

    private var effects: LabEffects {
        let run: @Sendable (LabEffect) async throws -> Void = { [world, runs] effect in
            runs.record(effect)
            effect.send(.said("began"))
            await world.sleepStubbornly(for: .seconds(9))
            effect.send(.said("late"))
        }
        return LabEffects()
            .on(\.go, .latest) { value, effect in if value == 1 { try await run(effect) } }
            .during(\.key) { _, effect in try await run(effect) }
            .forEach(\.keys) { _, effect in try await run(effect) }
            .cancel(on: \.stop)
    }

    /// Begins runs, and has each of them send an action right behind the one that cancels it.
    ///
    /// - Returns: What was said in the end.
    private func said(starting start: Lab, cancelling cancel: Lab) -> [String] {
        let store = world.store(effects)
        store.dispatch(start)
        world.drain()
        let begun = runs.events
        let observation = store.observe(\.said.count) { [weak store] _ in
            guard let store, store.state.said.last == "now" else { return }
            store.dispatch(cancel)
            for effect in begun { effect.send(.said("queued")) }
        }
        store.dispatch(.said("now"))
        withExtendedLifetime(observation) {}
        world.advance(by: .seconds(60))
        #expect(begun.allSatisfy { $0.isCancelled })
        return store.state.said
    }

    @Test func newerTriggerCancelsExactly() {
        #expect(said(starting: .go(1), cancelling: .go(2)) == ["began", "now"])
    }

    @Test func cancelRuleCancelsExactly() {
        #expect(said(starting: .go(1), cancelling: .stop) == ["began", "now"])
    }

    /// The new value starts a run of its own.
    @Test func newValueOfTheStateCancelsExactly() {
        #expect(said(starting: .set(1), cancelling: .set(2)) == ["began", "now", "began", "late"])
    }

    @Test func removedElementsCancelExactly() {
        #expect(said(starting: .keys([1, 2]), cancelling: .keys([])) == ["began", "began", "now"])
    }

    @Test func endOfTheStoreCancelsExactly() {
        var store: LabStore? = world.store(effects)
        store?.dispatch(.go(1))
        world.drain()
        let states = Recorder<[String]>()
        let observation = store?.observe { states.record($0.said) }
        store = nil
        world.advance(by: .seconds(60))
        withExtendedLifetime(observation) {}
        #expect(states.events == [["began"]])
        #expect(runs.events.allSatisfy { $0.isCancelled })
    }
}
