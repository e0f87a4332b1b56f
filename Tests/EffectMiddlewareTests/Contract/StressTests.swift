// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import Foundation
import RexCore
import RexTestSupport
import Testing

@Suite struct StressTests {
    /// Shared by the rules of this test: each run sends the number of the generation in which it
    /// was started.
    private struct Generations: Sendable {
        var now = 0
        var late = 0
        var processed = 0
    }

    private enum Signal: Sendable {
        case go(policy: Int, generation: Int)
        case cancel
        case said(generation: Int)
    }

    @Test func noActionOfACancelledRunIsProcessedUnderLoad() async {
        let count = hasFewRounds ? 1_000 : 20_000
        let policies: [EffectPolicy<Int>] = [
            .each, .each(limit: 3), .latest, .first, .queued, .keepingLatest, .latest.debounced(for: .microseconds(50)),
            .each.throttled(for: .microseconds(50)), .each.timeout(.seconds(60)),
        ]
        let living = Recorder<Int>()
        var effects = EffectMiddleware<Signal, Signal, Generations>()
        for (number, policy) in policies.enumerated() {
            effects = effects.on(
                { if case .go(number, let generation) = $0 { generation } else { nil } },
                policy.by { _ in 0 }
            ) { _, effect in
                living.record(1)
                defer { living.record(-1) }
                // The current generation. The run can't see one that has been cancelled.
                let generation = effect.state.now
                effect.send(.said(generation: generation))
                await Task.yield()
                effect.send(.said(generation: generation))
            }
        }
        let store = Store(
            initialState: Generations(),
            reducer: .reduce { (signal: Signal, state: inout Generations) in
                switch signal {
                case .go: break
                case .cancel: state.now += 1
                case .said(let generation):
                    state.processed += 1
                    if generation < state.now { state.late += 1 }
                }
            },
            middleware: effects.cancel { if case .cancel = $0 { true } else { false } }
        )
        onThreads(8) { thread in
            for number in 0..<(count / 8) {
                store.dispatch(.go(policy: (number + thread) % policies.count, generation: 0))
                if number % 16 == thread { store.dispatch(.cancel) }
            }
        }
        // These threads are so busy that each earlier run may have been cancelled.
        store.dispatch(.go(policy: 0, generation: 0))
        await store.settled()
        #expect(store.state.late == 0)
        #expect(store.state.processed > 0)
        #expect(living.events.reduce(0, +) == 0)
    }

    /// All runs are cancelled while some of them end on other threads.
    @Test func runsCanEndWhileAllAreCancelled() async {
        let count = 10_000
        let living = Recorder<Int>()
        let effects = LabEffects()
            .on(\.go, .each.by { $0 % 50 }) { value, effect in
                living.record(1)
                // A run without actions ends when its body returns.
                if value % 10 == 0 { effect.send(.said("\(value)")) }
                living.record(-1)
            }
            .cancel(on: \.stop)
        let store = LabStore(initialState: LabState(), reducer: lab, middleware: effects)
        await awaitThreads(2) { thread in
            for number in 0..<count {
                store.dispatch(thread == 0 ? .go(number) : .stop)
                if thread == 0, number % 10 == 0 { usleep(50) }
            }
        }
        await store.settled()
        #expect(living.events.reduce(0, +) == 0)
        #expect(store.state.said.count <= count)
    }

    /// A thread starts the next run at the same time as the previous one ends on another thread.
    @Test func limitOfRunsIsKeptWhileRunsEnd() async {
        let count = hasFewRounds ? 100 : 1_000
        let living = Recorder<Int>()
        let ending = (0..<4).map { _ in DispatchSemaphore(value: 0) }
        let effects = LabEffects().on(\.go, .each(limit: 3)) { thread, effect in
            living.record(1)
            effect.send(.said("\(thread)"))
            living.record(-1)
            ending[thread].signal()
        }
        let store = LabStore(initialState: LabState(), reducer: lab, middleware: effects)
        await awaitThreads(ending.count) { thread in
            for _ in 0..<count {
                store.dispatch(.go(thread))
                ending[thread].wait()
            }
        }
        await store.settled()
        #expect(living.events.count == 2 * count * ending.count)
        #expect(store.state.said.count == count * ending.count)
        let runs = living.events.reduce(into: (now: 0, most: 0)) { count, change in
            count.now += change
            count.most = max(count.most, count.now)
        }
        #expect((1...3).contains(runs.most))
        #expect(runs.now == 0)
    }

    @Test func storesOfOneMiddlewareCanBeMadeAndReleasedOnManyThreads() async {
        let effects = LabEffects().on(\.go) { value, effect in effect.send(.said("\(value)")) }
        let stores = Recorder<(number: Int, store: LabStore)>()
        onThreads(8) { number in
            let store = LabStore(initialState: LabState(), reducer: lab, middleware: effects)
            store.dispatch(.go(number))
            stores.record((number, store))
        }
        for (number, store) in stores.events {
            await store.settled()
            #expect(store.state.said == ["\(number)"])
        }
        onThreads(4) { number in
            for _ in 0..<250 {
                LabStore(initialState: LabState(), reducer: lab, middleware: effects).dispatch(.go(number))
            }
        }
    }

    /// One thread removes elements while the runs of others start and end.
    @Test func noActionOfARemovedElementIsProcessed() async {
        let count = 500
        let late = Recorder<Int>()
        let row = EffectMiddleware<String, String, Element>()
            .on({ $0 == "load" ? () : nil }, .latest) { _, effect in
                await Task.yield()
                effect.send("loaded")
            }
        for _ in 0..<(hasFewRounds ? 3 : 20) {
            let store = Store(
                initialState: Table(rows: (0...count).map { Element(id: $0, name: "") }),
                reducer: tables
                    <> Reducer<TableAction, Table>.reduce { action, table in
                        guard case .row(let row) = action, row.action == "loaded" else { return }
                        if !table.rows.contains(where: { $0.id == row.id }) { late.record(row.id) }
                    },
                middleware: row.lift(
                    .case(CasePath(extract: \TableAction.row, embed: TableAction.row), each: \Table.rows)
                )
            )
            onThreads(2) { thread in
                for id in 0..<count {
                    store.dispatch(thread == 0 ? .row(ElementIDAction(id: id, action: "load")) : .remove(id))
                }
            }
            store.dispatch(.row(ElementIDAction(id: count, action: "load")))
            await store.settled()
            #expect(late.events == [])
            #expect(store.state.rows.map(\.id) == [count])
            #expect(store.state.log.last == "\(count): loaded")
        }
    }

    @Test func endedRunsAreReleasedWhileOthersEnd() async {
        let count = hasFewRounds ? 1_000 : 20_000
        let queued = Recorder<Void>()
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects()
                .on(\.go, .each.by { $0 }) { value, effect in effect.send(.said("\(value)")) }
                // The runs end one after another, continuously.
                .on(\.stop, .queued) { _, _ in queued.record(()) }
        )
        for _ in 0..<count { store.dispatch(.stop) }
        for value in 0..<count { store.dispatch(.go(value)) }
        await store.settled()
        #expect(Set(store.state.said).count == count)
        #expect(queued.events.count == count)
    }

    /// Another thread sends through each attempt while that attempt ends.
    @Test func endedAttemptSendsNothing() async {
        let count = hasFewRounds ? 100 : 2_000
        let effects = Recorder<Effect<Signal, Signal, Generations>>()
        let threads = Recorder<JoinableThread>()
        let store = Store<Signal, Generations>(
            initialState: Generations(),
            reducer: .reduce { signal, state in
                if case .said = signal { state.processed += 1 }
            },
            middleware: EffectMiddleware<Signal, Signal, Generations>()
                .on({ if case .go = $0 { () } else { nil } }, .each.retrying(count)) { _, effect in
                    effects.record(effect)
                    threads.record(
                        JoinableThread {
                            for generation in 1...3 { effect.send(.said(generation: generation)) }
                        }
                    )
                    await Task.yield()
                    if effects.events.count <= count { throw CancellationError() }
                    #expect(effects.events.map(\.isCancelled) == [Bool](repeating: true, count: count) + [false])
                }
        )
        store.dispatch(.go(policy: 0, generation: 0))
        await store.settled()
        for thread in threads.events { thread.join() }
        let processed = store.state.processed
        for effect in effects.events { effect.send(.said(generation: 0)) }
        #expect(effects.events.count == count + 1)
        #expect(store.state.processed == processed)
    }
}
