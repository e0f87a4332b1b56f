// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct CancellingTests {
    private let world = VirtualWorld()

    @Test(arguments: [true, false])
    func oneActionStartsAndCancelsInTheOrderOfTheRules(cancelsFirst: Bool) {
        let says: @Sendable (Int, LabEffect) async throws -> Void = { value, effect in
            try await effect.sleep(for: .seconds(1))
            effect.send(.said("\(value)"))
        }
        let effects =
            cancelsFirst
            ? LabEffects().cancel(on: \.go).on(\.go, .first, run: says)
            : LabEffects().on(\.go, .first, run: says).cancel(on: \.go)
        let store = world.store(effects)
        store.dispatch(.go(1))
        store.dispatch(.go(2))
        world.advance(by: .seconds(3))
        #expect(store.state.said == (cancelsFirst ? ["2"] : []))
        #expect(world.sleepers == 0)
    }

    @Test(arguments: ["debounced", "limited", "queued", "keeping", "throttled", "retry"])
    func waitingTriggersAreCancelled(policy: String) {
        let policies: [String: EffectPolicy<Int>] = [
            "debounced": .each.debounced(for: .seconds(1)), "limited": .each(limit: 1), "queued": .queued,
            "keeping": .keepingLatest, "throttled": .each.throttled(for: .seconds(5)),
            "retry": .each.retrying(3, delay: .constant(.seconds(1))),
        ]
        let bodies = Recorder<Int>()
        let store = world.store(
            LabEffects()
                .on(\.go, policies[policy] ?? .each) { value, effect in
                    bodies.record(value)
                    if policy == "retry" { throw Failure() }
                    try await effect.sleep(for: .seconds(2))
                    effect.send(.said("\(value)"))
                } catch: { _, _ in
                    .said("failed")
                }
                .cancel(on: \.stop)
        )
        store.dispatch(.go(1))
        store.dispatch(.go(2))
        world.drain()
        store.dispatch(.stop)
        world.advance(by: .seconds(60))
        #expect(store.state.said == [])
        #expect(bodies.events == (policy == "debounced" ? [] : policy == "retry" ? [1, 2] : [1]))
        #expect(world.sleepers == 0)
    }

    @Test func cancellingAKeyAffectsOnlyThatKey() {
        let store = world.store(
            LabEffects()
                .on(\.row, .latest.by(\.id), named: "row") { row, effect in
                    try await effect.sleep(for: .seconds(1))
                    effect.send(.said(row.text))
                }
                .forEach(\.keys, named: "keys") { key, effect in
                    try await effect.sleep(for: .seconds(1))
                    effect.send(.said("key \(key)"))
                }
                .cancel("row", on: \.go, by: { $0 })
                .cancel("keys", on: \.stop)
        )
        for id in 1...3 { store.dispatch(.row(id, "row \(id)")) }
        store.dispatch(.keys([1, 2, 1]))
        store.dispatch(.go(2))
        world.advance(by: .seconds(2))
        #expect(store.state.said == ["row 1", "row 3", "key 1", "key 2"])
        store.dispatch(.keys([3, 1]))
        store.dispatch(.stop)
        world.advance(by: .seconds(2))
        #expect(store.state.said.count == 4)
    }

    @Test(arguments: [false, true])
    func runsAreCancelledInTheOrderInWhichTheyWereStarted(isKeyed: Bool) {
        let cancelled = Recorder<Int>()
        let policy: EffectPolicy<Int> = isKeyed ? .each.by { $0 % 3 } : .each
        let store = world.store(
            LabEffects()
                .on(\.go, policy) { value, effect in
                    await withTaskCancellationHandler {
                        try? await effect.sleep(for: .seconds(1))
                    } onCancel: {
                        cancelled.record(value)
                    }
                }
                .cancel(on: \.stop)
        )
        for value in 1...9 { store.dispatch(.go(value)) }
        world.drain()
        store.dispatch(.stop)
        #expect(cancelled.events == [])
        world.drain()
        #expect(cancelled.events == Array(1...9))
    }

    @Test func storesAndUsesShareNothingAndACompositionIsUsedOnce() async {
        let effects = LabEffects().on(\.go, .latest) { value, effect in
            try await effect.sleep(for: .seconds(1))
            effect.send(.said("\(value)"))
        }
        let stores = (0..<2).map { _ in world.store(effects) }
        for (number, store) in stores.enumerated() { store.dispatch(.go(number)) }
        world.advance(by: .seconds(1))
        #expect(stores.map(\.state.said) == [["0"], ["1"]])
        let lifted = Store(
            initialState: LabState(),
            reducer: lab,
            middleware: effects.lift(inputAction: { $0 }) <> effects.lift(inputAction: { $0 }),
            environment: world.environment
        )
        lifted.dispatch(.go(7))
        world.advance(by: .seconds(1))
        #expect(lifted.state.said == ["7", "7"])
        let composed = Store(
            initialState: LabState(),
            reducer: lab,
            middleware: effects <> effects,
            environment: world.environment
        )
        composed.dispatch(.go(8))
        world.advance(by: .seconds(1))
        #expect(composed.state.said == ["8", "8"])
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let effects = LabEffects().on(\.go, file: "App/Search.swift", line: 12) { _, _ in }.on(\.stop) { _, _ in }
            let composition = effects.eraseToAnyMiddleware()
            _ = Store(initialState: LabState(), reducer: lab, middleware: composition <> composition)
        }
        expectMessage(of: result, contains: "in one store twice", "Effect at Search.swift:12", "for each use")
    }

    @Test func runsWithoutAStoreAreOrdinaryTasks() async {
        let (said, send) = AsyncStream.makeStream(of: Lab.self)
        LabEffects().on(\.go) { value, effect in effect.send(.said("\(value)")) }
            .handle(action: .go(3), from: .here()) { LabState() }
            .run { send.yield($0.action) }
        for await action in said {
            #expect(action == .said("3"))
            break
        }
    }

    /// A key that reports when it is compared, which happens while the runs to cancel are
    /// determined.
    private struct ComparedKey: Hashable {
        let whenCompared: @Sendable () -> Void

        static func == (lhs: ComparedKey, rhs: ComparedKey) -> Bool {
            rhs.whenCompared()
            return true
        }

        func hash(into hasher: inout Hasher) {}
    }

    @Test(arguments: [Lab.stop, .set(nil)])
    func actionSentDuringCancellationIsNotProcessed(cancelling: Lab) {
        let isCancelling = Lock(false)
        let threads = Recorder<JoinableThread>()
        // The run continues while its cancellation is being decided.
        let key = ComparedKey { [world] in
            guard isCancelling.withLock({ $0 }), threads.events.isEmpty else { return }
            threads.record(JoinableThread(name: "running") { world.advance(by: .seconds(1)) })
        }
        let run: @Sendable (LabEffect) async -> Void = { [world] effect in
            await world.sleepStubbornly(for: .seconds(1))
            effect.send(.said("late"))
        }
        let store = world.store(
            LabEffects()
                .on(\.go, .each.by { _ in key }, named: "go") { _, effect in await run(effect) }
                .during({ $0.key.map { _ in key } }) { _, effect in await run(effect) }
                .cancel("go", on: \.stop, by: { key })
        )
        store.dispatch(cancelling == .stop ? .go(1) : .set(1))
        world.drain()
        isCancelling.withLock { $0 = true }
        store.dispatch(cancelling)
        #expect(threads.events.count == 1)
        for thread in threads.events { thread.join() }
        #expect(store.state.said == [])
        #expect(world.sleepers == 0)
    }

    @Test func sleepByTheSystemClockThrowsWhenTheRunIsCancelled() async {
        let (begun, thrown) = (AsyncStream.makeStream(of: Void.self), Recorder<Bool>())
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects()
                .on(\.go) { _, effect in
                    begun.continuation.finish()
                    do {
                        try await effect.sleep(for: .seconds(3_600))
                    } catch {
                        thrown.record(error is CancellationError)
                    }
                }
                .cancel(on: \.stop)
        )
        store.dispatch(.go(1))
        for await _ in begun.stream {}
        store.dispatch(.stop)
        await store.settled()
        #expect(thrown.events == [true])
    }

    @Test func cancellationInTheSamePassAsTheStartFromAnotherThreadIsExact() async {
        let count = hasFewRounds ? 1_000 : 100_000
        let store = Store(
            initialState: LabState(),
            reducer: .reduce { action, state in
                switch action {
                case .go: state.key = 1
                case .stop: state.key = nil
                case .said: if state.key == nil { state.said.append("late") }
                default: break
                }
            },
            middleware: LabEffects()
                .on(\.go) { value, effect in for _ in 0..<3 { effect.send(.said("\(value)")) } }
                .cancel(on: \.stop)
        )
        for value in 0..<count {
            store.dispatch(.go(value))
            if value.isMultiple(of: 2) { await Task.yield() }
            await Task.detached { store.dispatch(.stop) }.value
        }
        await store.settled()
        #expect(store.state.said == [])
    }
}
