// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// Triggers and keys that wait for a run to end.
@Suite struct WaitingTriggerTests {
    private let world = VirtualWorld()

    /// Removes the keys that wait for the first one, while the store processes an action.
    private func expectNoStart(after action: Lab) {
        let begun = Recorder<Int>()
        let store = world.store(
            LabEffects()
                .forEach(\.keys, .each(limit: 1)) { key, effect in
                    begun.record(key)
                    effect.send(.said("\(key)"))
                } ended: { end, key in
                    .said("\(key) \(end)")
                }
                .cancel(on: \.stop),
            observing: Lab.whenBusy { [world] output, source in
                output.dispatch(action, from: source)
                world.drain()
            }
        )
        store.dispatch(.keys([1, 2, 3]))
        store.dispatch(.go(0))
        world.drain()
        #expect(begun.events == [1])
        #expect(store.state.said == ["1 returned"])
    }

    @Test func removedWaitingKeyDoesNotStart() { expectNoStart(after: .keys([])) }

    @Test func cancelledWaitingKeyDoesNotStart() { expectNoStart(after: .stop) }

    @Test func nextQueuedRunDoesNotStartBeforeTheActionThatCancelsIt() {
        let begun = Recorder<String>()
        let effects = LabEffects()
            .on({ $0.go.flatMap { $0 > 0 ? $0 : nil } }, .queued) { value, effect in
                begun.record("\(value)")
                effect.send(.stop)
            } ended: { end, value in
                begun.record("\(value) \(end)")
                return nil
            }
            .cancel(on: \.stop)
        let store = world.store(effects, observing: Lab.whenBusy { [world] _, _ in world.drain() })
        for value in [1, 2, 0] { store.dispatch(.go(value)) }
        world.drain()
        #expect(begun.events == ["1", "1 returned"])
    }

    @Test func nextKeyDoesNotStartBeforeTheActionThatRemovesIt() {
        let begun = Recorder<String>()
        let effects = LabEffects().forEach(\.keys, .each(limit: 1)) { value, effect in
            begun.record("\(value)")
            effect.send(.keys([]))
        } ended: { end, value in
            begun.record("\(value) \(end)")
            return nil
        }
        let store = world.store(effects, observing: Lab.whenBusy { [world] _, _ in world.drain() })
        store.dispatch(.keys([1, 2]))
        store.dispatch(.go(0))
        world.drain()
        #expect(begun.events == ["1", "1 returned"])
    }

    @Test func waitingRunOfARemovedKeyDoesNotStart() async {
        let late = Recorder<Int>()
        let isGone = Lock(false)
        let store = LabStore(
            initialState: LabState(),
            reducer: .reduce { action, state in
                if case .keys(let keys) = action {
                    state.keys = keys
                    if keys.isEmpty { isGone.withLock { $0 = true } }
                }
                if case .stop = action { isGone.withLock { $0 = false } }
            },
            middleware: LabEffects()
                .forEach(\.keys, .each(limit: 1)) { key, effect in
                    if isGone.withLock({ $0 }) { late.record(key) }
                    effect.send(.keys([]))
                }
                <> AnyMiddleware { action, _, _ in
                    if case .keys = action { return IO { _ in for _ in 0..<200 { _ = [1, 2, 3].map { $0 } } } }
                    return .pure()
                }
        )
        for _ in 0..<(hasFewRounds ? 300 : 3_000) {
            store.dispatch(.stop)
            store.dispatch(.keys([1, 2]))
            await store.settled()
        }
        #expect(late.events.count == 0, "\(Set(late.events))")
    }
}
