// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct EdgeTests {
    private let world = VirtualWorld()

    private func busy(_ body: @escaping @Sendable (AnyActionHandler<Lab>, ActionSource) -> Void) -> AnyMiddleware<
        Lab, Lab, LabState
    > {
        AnyMiddleware { action, source, _ in
            guard action == .go(0) else { return .pure() }
            return IO { output in body(output, source) }
        }
    }

    @Test func finalActionIsSentEvenIfTheBodyReturnsFirst() {
        let store = world.store(
            LabEffects()
                .on(\.go) { [world] _, _ in
                    await world.sleepStubbornly(for: .seconds(1))
                } ended: { [world] _, value in
                    world.advance(by: .seconds(2))  // other threads go on while this closure runs
                    return .said("\(value)")
                }
                .cancel(on: \.stop)
        )
        store.dispatch(.go(1))
        store.dispatch(.go(2))
        world.drain()
        store.dispatch(.stop)
        world.advance(by: .seconds(9))
        #expect(store.state.said.sorted() == ["1", "2"])
    }

    @Test func noFinalActionIsLostUnderLoad() async {
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects().on(\.go, .latest) { _, _ in
            } ended: { _, value in
                .said("\(value)")
            }
        )
        for value in 1...5_000 { store.dispatch(.go(value)) }
        await store.settled()
        #expect(store.state.said.count == 5_000)
    }

    @Test func secondRuleOfANameSendsItsFinalAction() {
        let store = world.store(
            LabEffects()
                .on(\.go, .latest, named: "load") { _, effect in try await effect.sleep(for: .seconds(1)) }
                .on(\.row, .latest, named: "load") { _, effect in
                    try await effect.sleep(for: .seconds(1))
                } ended: { end, row in
                    .said("\(row.id) \(end)")
                }
                .cancel("load", on: \.stop)
        )
        store.dispatch(.go(1))
        store.dispatch(.row(7, ""))
        world.drain()
        store.dispatch(.stop)
        #expect(store.state.said == ["7 cancelled"])
    }

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
            } catch: {
                .said("\($0)")
            } ended: { end, _ in
                .said("\(end)")
            }
        )
        store.dispatch(.go(1))
        world.advance(by: .seconds(9))
        #expect(store.state.said == ["done", "returned"])
    }

    @Test func answerThroughTwoBridgesCountsAsAnAnswerForAnyTrailLength() {
        let count = 250
        let effects = LabEffects().on(\.go, .first) { value, effect in effect.send(.said("\(value)")) }
        let bridge = AnyMiddleware<Lab, Lab, LabState> { action, source, _ in
            guard case .said(let text) = action, let value = Int(text), value < count else { return .pure() }
            return .send(.go(value + 1), from: source.derived(by: "a").derived(by: "b"))
        }
        let store = world.store(effects, observing: bridge)
        store.dispatch(.go(1))
        world.drain()
        #expect(store.state.said.count == count)
    }

    @Test(arguments: ["first", "queued", "keepingLatest"]) func runsEndEvenIfTheirActionsAreDerived(
        name: String
    ) {
        let policy: EffectPolicy<Int> = name == "first" ? .first : name == "queued" ? .queued : .keepingLatest
        let effects = LabEffects().on(\.go, policy) { value, effect in
            effect.send(.said("\(value)"))
            if value < 3 { effect.send(.go(value + 1)) }
        }
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: Deriving(inner: effects),
            environment: world.environment
        )
        store.dispatch(.go(1))
        world.drain()
        #expect(store.state.said == ["1", "2", "3"])
    }

    struct Deriving: MiddlewareProtocol, Sendable {
        let inner: LabEffects
        func receiveContext(getState: @escaping GetState<LabState>, output: AnyActionHandler<Lab>) {
            inner.receiveContext(getState: getState, output: output)
        }
        func handle(action: Lab, from dispatcher: ActionSource, state: @escaping GetState<LabState>) -> IO<Lab> {
            inner.handle(action: action, from: dispatcher, state: state).flatMap {
                .send($0.action, from: $0.dispatcher.derived(by: "around"))
            }
        }
    }

    @Test(arguments: ["keys", "stop"]) func removedWaitingKeyDoesNotStart(way: String) {
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
            observing: busy { [world] output, source in
                output.dispatch(way == "keys" ? .keys([]) : .stop, from: source)
                world.drain()
            }
        )
        store.dispatch(.keys([1, 2, 3]))
        let before = world.started
        store.dispatch(.go(0))
        world.drain()
        #expect(begun.events == [1])
        #expect(store.state.said == ["1 returned"])
        _ = before
    }

    @Test(arguments: ["queued", "forEach"]) func nextRunDoesNotStartBeforeTheActionThatCancelsIt(way: String) {
        let begun = Recorder<String>()
        let effects =
            way == "queued"
            ? LabEffects()
                .on({ $0.go.flatMap { $0 > 0 ? $0 : nil } }, .queued) { value, effect in
                    begun.record("\(value)")
                    effect.send(.stop)
                } ended: { end, value in
                    begun.record("\(value) \(end)"); return nil
                }
                .cancel(on: \.stop)
            : LabEffects().forEach(\.keys, .each(limit: 1)) { value, effect in
                begun.record("\(value)")
                effect.send(.keys([]))
            } ended: { end, value in
                begun.record("\(value) \(end)"); return nil
            }
        let store = world.store(effects, observing: busy { [world] _, _ in world.drain() })
        if way == "queued" { store.dispatch(.go(1)); store.dispatch(.go(2)) } else { store.dispatch(.keys([1, 2])) }
        store.dispatch(.go(0))
        world.drain()
        #expect(begun.events == ["1", "1 returned"])
    }

    @Test(arguments: ["first", "actions", "until", "states"])
    func cancellingActionDoesNotResumeTheWaitOfItsRun(way: String) {
        let notes = Recorder<String>()
        let store = world.store(
            LabEffects()
                .on({ way == "first" || way == "actions" ? $0.go : nil }) { _, effect in
                    do {
                        if way == "first" {
                            try await effect.first(\.stop)
                            notes.record("resumed")
                        } else {
                            for await _ in effect.actions(\.stop) { notes.record("resumed") }
                            notes.record("ended")
                        }
                    } catch { notes.record("\(type(of: error))") }
                }
                .during({ way == "until" || way == "states" ? $0.key : nil }) { _, effect in
                    do {
                        if way == "until" {
                            _ = try await effect.until { $0.key == nil ? true : nil }
                            notes.record("resumed")
                        } else {
                            for await key in effect.states(\.key) where key == nil { notes.record("resumed") }
                            notes.record("ended")
                        }
                    } catch { notes.record("\(type(of: error))") }
                }
                .cancel(on: \.stop)
        )
        store.dispatch(.go(1))
        store.dispatch(.set(1))
        world.drain()
        store.dispatch(way == "first" || way == "actions" ? .stop : .set(nil))
        world.drain()
        #expect(notes.events == [way == "first" || way == "until" ? "CancellationError" : "ended"])
    }

    @Test func matchIsNotCalledAfterItHasMatched() {
        let calls = Recorder<Lab>()
        let store = world.store(
            LabEffects().on(\.go) { _, effect in
                _ = try await effect.first { action -> Bool? in
                    calls.record(action)
                    return true
                }
            }
        )
        store.dispatch(.go(1))
        world.drain()
        store.dispatch(.set(1))
        store.dispatch(.set(2))
        world.drain()
        #expect(calls.events == [.set(1)])
    }

    @Test func endOfTheStoreStartsNoRun() {
        let holder = Lock<LabStore?>(nil)
        let outputs = Recorder<AnyActionHandler<Lab>>()
        let counts = Recorder<Int>()
        holder.withLock {
            $0 = world.store(
                LabEffects().forEach(\.keys, .each(limit: 1)) { key, effect in effect.send(.said("\(key)")) },
                observing: AnyMiddleware { [world] action, _, _ in
                    if action == .set(9) { return IO { outputs.record($0) } }
                    guard action == .go(0) else { return .pure() }
                    return IO { _ in
                        world.drain()
                        counts.record(world.started)
                        _ = holder.withLock { $0.take() }
                        counts.record(world.started)
                    }
                }
            )
        }
        do {
            let store = holder.withLock { $0 }
            store?.dispatch(.set(9))
            store?.dispatch(.keys([1, 2, 3]))
        }
        outputs.events.first?.dispatch(.go(0), from: .here())
        #expect(counts.events.first == counts.events.last)
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

    @Test(arguments: [98, 99, 100]) func revocationOutlivesALongTrail(count: Int) {
        let effects = LabEffects()
            .on({ $0.go.flatMap { $0 > 0 ? $0 : nil } }) { value, effect in effect.send(.said("\(value)")) }
            .cancel(on: \.stop)
        let busy = busy { output, source in
            var source = source
            for _ in 0..<count { source = source.derived(by: "x") }
            output.dispatch(.go(1), from: source)
            output.dispatch(.set(5), from: source)
        }
        let second = AnyMiddleware<Lab, Lab, LabState> { [world] action, source, _ in
            guard case .set = action else { return .pure() }
            return IO { output in
                output.dispatch(.stop, from: source)
                world.drain()
            }
        }
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: Deriving(inner: effects) <> busy <> second,
            environment: world.environment
        )
        store.dispatch(.go(0))
        world.drain()
        #expect(store.state.said == [])
    }
}
