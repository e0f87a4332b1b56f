// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct WaitingTests {
    private let world = VirtualWorld()

    @Test func firstReturnsTheNextMatchingActionAfterItWasReduced() {
        let sources = Recorder<ActionSource>()
        let store = world.store(
            LabEffects().on(\.stop) { _, effect in
                let value = try await effect.first(\.go)
                effect.send(.said("\(value) at \(effect.state.key ?? 0)"))
                let row = try await effect.first { $0.row?.id == 3 ? $0.row : nil }
                effect.send(.said(row.text))
            },
            observing: recordingSources(in: sources)
        )
        store.dispatch(.go(1))
        store.dispatch(.set(7))
        store.dispatch(.stop, line: 1)
        world.drain()
        store.dispatch(.set(8))
        store.dispatch(.go(2), line: 2)
        store.dispatch(.go(4))
        world.drain()
        store.dispatch(.row(4, "no"))
        store.dispatch(.row(3, "yes"), line: 3)
        world.drain()
        #expect(store.state.said == ["2 at 8", "yes"])
        // Actions sent after a wait are caused by the action that ended it.
        #expect(sources.events.map(\.line) == [2, 3])
        #expect(sources.events.allSatisfy { $0.trail.map(\.kind) == ["effect"] })
    }

    @Test func actionSentAfterAWaitIsCausedByTheAwaitedAction() {
        let causes = Recorder<[Int?]>()
        let outputs = Recorder<AnyActionHandler<Lab>>()
        let watcher = AnyMiddleware<Lab, Lab, LabState> { _, output in
            outputs.record(output)
        } handle: { action, source, _ in
            if action.stop == nil { causes.record([source.number, outputs.events[0].cause(of: source)]) }
            return .pure()
        }
        let store = world.store(
            LabEffects().on(\.stop) { _, effect in
                effect.send(.said("before"))
                _ = try await effect.send(.said("ask"), thenFirst: \.go)
                effect.send(.said("after"))
                _ = try await effect.until(\.key)
                effect.send(.said("later"))
            },
            observing: watcher
        )
        store.dispatch(.stop)
        world.drain()
        store.dispatch(.go(1))
        world.drain()
        store.dispatch(.set(1))
        world.drain()
        let events = causes.events
        #expect(events.count == 6)
        #expect(events[3][1] == events[2][0])
        #expect(events[5][1] == events[4][0])
    }

    /// The answer arrives while the question is processed.
    @Test func answerBetweenSendingAndWaitingIsNotMissed() {
        let echo = AnyMiddleware<Lab, Lab, LabState> { action, source, _ in
            if case .set(let key?) = action { .send(.go(key), from: source) } else { .pure() }
        }
        let store = world.store(
            LabEffects().on(\.stop) { _, effect in
                for key in 1...3 {
                    effect.send(.said("\(try await effect.send(.set(key), thenFirst: \.go))"))
                }
            },
            observing: echo
        )
        store.dispatch(.stop)
        world.drain()
        #expect(store.state.said == ["1", "2", "3"])
    }

    @Test func untilReturnsImmediatelyOrAfterAReduction() {
        let store = world.store(
            LabEffects().on(\.go) { value, effect in
                let key = try await effect.until { $0.key == value ? $0.key : nil }
                effect.send(.said("\(key)"))
            }
        )
        store.dispatch(.go(2))
        store.dispatch(.go(3))
        world.drain()
        store.dispatch(.set(3))
        world.drain()
        store.dispatch(.set(2))
        world.drain()
        #expect(store.state.said == ["3", "2"])
        store.dispatch(.go(2))
        world.drain()
        #expect(store.state.said == ["3", "2", "2"])
    }

    @Test func actionsAreAllMatchingActionsSinceTheCall() {
        let store = world.store(
            LabEffects().on(\.stop, .first) { [world] _, effect in
                let values = effect.actions(\.go)
                try await world.sleep(for: .seconds(1))
                for await value in values {
                    effect.send(.said("\(value)"))
                    if value == 3 { break }
                }
                effect.send(.said("end"))
            }
        )
        store.dispatch(.go(0))
        store.dispatch(.stop)
        world.drain()
        for value in 1...2 { store.dispatch(.go(value)) }
        world.advance(by: .seconds(1))
        #expect(store.state.said == ["1", "2"])
        store.dispatch(.go(3))
        world.drain()
        #expect(store.state.said == ["1", "2", "3", "end"])
    }

    @Test func statesAreDistinctValuesAndTheLatestForASlowReader() {
        let store = world.store(
            LabEffects().on(\.stop, .first) { [world] _, effect in
                for await key in effect.states(\.key) {
                    effect.send(.said("\(key ?? 0)"))
                    try await world.sleep(for: .seconds(1))
                }
            }
        )
        store.dispatch(.stop)
        world.advance(by: .seconds(1))
        store.dispatch(.set(1))
        store.dispatch(.go(5))
        world.drain()
        for key in 2...4 { store.dispatch(.set(key)) }
        world.advance(by: .seconds(9))
        store.dispatch(.set(4))
        world.advance(by: .seconds(9))
        #expect(store.state.said == ["0", "1", "4"])
    }

    @Test func stateThatChangesDuringTheFirstReadIsDetected() {
        let (holder, isFirst) = (Lock<LabStore?>(nil), Lock(true))
        let store = world.store(
            LabEffects().on(\.stop, .first) { _, effect in
                let keys = effect.states { state in
                    let isFirst = isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst
                    }
                    if isFirst { holder.withLock { $0 }?.dispatch(.set(7)) }
                    return state.key
                }
                for await key in keys { effect.send(.said("\(key ?? 0)")) }
            }
        )
        holder.withLock { $0 = store }
        store.dispatch(.stop)
        world.drain()
        #expect(store.state.said == ["7"])
        holder.withLock { $0 = nil }
    }

    enum Ending: CaseIterable, Sendable { case cancel, newer, store, timeout, late }

    @Test(arguments: Ending.allCases) func waitThrowsACancellationErrorWhenItsRunIsCancelled(ending: Ending) {
        let notes = Recorder<String>()
        let wait: @Sendable (LabEffect, Int) async -> Void = { effect, kind in
            do {
                switch kind {
                case 0: _ = try await effect.first(\.row)
                case 1: _ = try await effect.until(\.key)
                case 2: for await _ in effect.actions(\.row) {}
                default: for await _ in effect.states(\.key) {}
                }
                notes.record("ended")
            } catch { notes.record("\(error)") }
        }
        let policy: EffectPolicy<Int> = ending == .timeout ? .latest.timeout(.seconds(1)) : .latest
        var store: LabStore? = world.store(
            LabEffects().on(\.go, policy) { [world] value, effect in
                guard value == 1 else { return }
                if ending == .late {
                    // No rule cancels these when the run has ended.
                    for kind in 0...3 { Task(executorPreference: world) { await wait(effect, kind) } }
                } else {
                    await withTaskGroup { group in for kind in 0...3 { group.addTask { await wait(effect, kind) } } }
                }
            } catch: { _, _ in
                .said("error")
            }
            .cancel(on: \.stop)
        )
        store?.dispatch(.go(1))
        world.drain()
        switch ending {
        case .cancel: store?.dispatch(.stop)
        case .newer: store?.dispatch(.go(2))
        case .store: store = nil
        case .timeout, .late: break
        }
        world.advance(by: .seconds(2))
        #expect(notes.events.sorted() == ["CancellationError()", "CancellationError()", "ended", "ended"])
        store?.dispatch(.row(1, ""))
        world.drain()
        #expect(notes.events.count == 4)
        #expect(world.sleepers == 0)
    }

    @Test func elementWaitsForItsOwnActionsOnly() {
        let row = EffectMiddleware<String, String, Element>()
            .on({ $0 == "load" ? () : nil }) { _, effect in
                let word = try await effect.first { $0.hasPrefix("answer") ? $0 : nil }
                effect.send("\(effect.state.name) got \(word)")
            }
        let store = Store(
            initialState: Table(rows: [Element(id: 1, name: "a"), Element(id: 2, name: "b")]),
            reducer: tables,
            middleware: row.lift(.case(CasePath(extract: \TableAction.row, embed: TableAction.row), each: \Table.rows)),
            environment: world.environment
        )
        for id in 1...2 { store.dispatch(.row(ElementIDAction(id: id, action: "load"))) }
        world.drain()
        for id in [2, 1] { store.dispatch(.row(ElementIDAction(id: id, action: "answer \(id)"))) }
        world.drain()
        #expect(store.state.log.filter { $0.contains("got") } == ["2: b got answer 2", "1: a got answer 1"])
    }

    @Test func storesOfOneMiddlewareWaitForTheirOwnActionsOnly() {
        let effects = LabEffects().on(\.stop) { _, effect in effect.send(.said("\(try await effect.first(\.go))")) }
        let stores = (0..<2).map { _ in world.store(effects) }
        for store in stores { store.dispatch(.stop) }
        world.drain()
        stores[0].dispatch(.go(1))
        world.drain()
        stores[1].dispatch(.go(2))
        world.drain()
        #expect(stores.map(\.state.said) == [["1"], ["2"]])
    }

    /// Each run waits for a value from another thread.
    ///
    /// It must not miss a value or resume twice.
    @Test func waitsAreExactUnderLoad() async {
        let count = hasFewRounds ? 300 : 5_000
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects()
                .on(\.row) { row, effect in
                    let found = try await effect.send(.go(row.id), thenFirst: { $0.go == row.id ? row.id : nil })
                    let state = try await effect.until { $0.said.count >= 0 ? $0.said.count : nil }
                    effect.send(.said("\(found) \(state >= 0)"))
                }
        )
        await awaitThreads(4) { thread in
            for number in 0..<count / 4 { store.dispatch(.row(number * 4 + thread, "")) }
        }
        await store.settled()
        #expect(Set(store.state.said) == Set((0..<count / 4 * 4).map { "\($0) true" }))
        #expect(store.state.said.count == count / 4 * 4)
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

    /// Returns what a run notes if the action that cancels it fulfils its wait.
    private func notes(_ wait: @escaping @Sendable (LabEffect, Recorder<String>) async throws -> Void) -> [String] {
        let notes = Recorder<String>()
        let store = world.store(
            LabEffects()
                .during(\.key) { _, effect in
                    do {
                        try await wait(effect, notes)
                        notes.record("ended")
                    } catch { notes.record("\(type(of: error))") }
                }
        )
        store.dispatch(.set(1))
        world.drain()
        store.dispatch(.set(nil))
        world.drain()
        return notes.events
    }

    @Test func cancellingActionDoesNotResumeAWaitForIt() {
        let found = notes { effect, _ in _ = try await effect.first { $0 == .set(nil) ? true : nil } }
        #expect(found == ["CancellationError"])
    }

    @Test func cancellingActionIsNoElementOfAStreamOfActions() {
        let found = notes { effect, notes in
            for await _ in effect.actions({ $0 == .set(nil) ? true : nil }) { notes.record("resumed") }
        }
        #expect(found == ["ended"])
    }

    @Test func stateOfTheCancellingActionDoesNotResumeAWaitForIt() {
        let found = notes { effect, _ in _ = try await effect.until { $0.key == nil ? true : nil } }
        #expect(found == ["CancellationError"])
    }

    @Test func stateOfTheCancellingActionIsNoElementOfAStreamOfStates() {
        let found = notes { effect, notes in
            for await key in effect.states(\.key) where key == nil { notes.record("resumed") }
        }
        #expect(found == ["ended"])
    }
}
