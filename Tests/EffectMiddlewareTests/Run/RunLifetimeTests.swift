// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// A run ends when its body has returned and its last action was reduced.
@Suite struct RunLifetimeTests {
    private let world = VirtualWorld()

    /// Dispatches the actions of `first` while it processes the first `.go(0)`, lets runs continue,
    /// then dispatches `second`.
    private func busy(_ first: [Lab], _ second: [Lab] = []) -> AnyMiddleware<Lab, Lab, LabState> {
        AnyMiddleware { [world] action, source, _ in
            guard action == .go(0) else { return .pure() }
            return IO { output in
                for action in first { output.dispatch(action, from: source) }
                world.drain()
                for action in second { output.dispatch(action, from: source) }
            }
        }
    }

    private func said(_ policy: EffectPolicy<Int>, _ first: [Lab], _ second: [Lab] = []) -> [String] {
        let notes = Recorder<String>()
        let effects = LabEffects().on({ $0.go.flatMap { $0 > 0 ? $0 : nil } }, policy) { value, effect in
            notes.record("begins \(value) after \(effect.state.said)")
            effect.send(.said("\(value)"))
        }
        let store = world.store(effects, observing: busy(first, second))
        store.dispatch(.go(1))
        store.dispatch(.go(0))
        world.drain()
        #expect(world.sleepers == 0)
        return notes.events
    }

    @Test func triggerQueuedBeforeAnAnswerMeetsARunningRun() {
        let wanted: [(EffectPolicy<Int>, [String])] = [
            (.first, ["begins 1 after []"]),
            (.queued, ["begins 1 after []", "begins 2 after [\"1\"]", "begins 3 after [\"1\", \"2\"]"]),
            (.each(limit: 1), ["begins 1 after []", "begins 2 after [\"1\"]", "begins 3 after [\"1\", \"2\"]"]),
            (.keepingLatest, ["begins 1 after []", "begins 3 after [\"1\"]"]),
        ]
        for (policy, events) in wanted { #expect(said(policy, [.go(2), .go(3)]) == events) }
    }

    @Test func triggerQueuedAfterAnAnswerStarts() {
        #expect(said(.first, [], [.go(2), .go(3)]) == ["begins 1 after []", "begins 2 after [\"1\"]"])
    }

    @Test func runWhoseAnswerIsRevokedHasEnded() {
        let effects = LabEffects()
            .on({ $0.go.flatMap { $0 > 0 ? $0 : nil } }, .first) { value, effect in effect.send(.said("\(value)")) }
            .cancel(on: \.stop)
        let store = world.store(effects, observing: busy([.stop, .go(2)]))
        store.dispatch(.go(1))
        store.dispatch(.go(0))
        world.drain()
        #expect(store.state.said == ["2"])
    }

    /// A final action would show that it was started.
    @Test func waitingTriggerDoesNotStartIfTheLastActionOfTheRunCancelsIt() {
        let effects = LabEffects()
            .on({ $0.go.flatMap { $0 > 0 ? $0 : nil } }, .queued) { value, effect in
                if value == 1 { effect.send(.stop) }
            } ended: { _, value in
                value == 1 ? nil : .said("ended \(value)")
            }
            .cancel(on: \.stop)
        let store = world.store(effects, observing: busy([.go(2)], [.go(3)]))
        store.dispatch(.go(1))
        store.dispatch(.go(0))
        world.drain()
        #expect(store.state.said == ["ended 3"])
    }

    /// The trigger is the answer itself, or is caused by it through a bridge.
    ///
    /// The body has not returned when it is processed.
    @Test(arguments: [false, true]) func answerThatTriggersStartsTheNextRun(isBridged: Bool) {
        let count = 250
        let effects = LabEffects().on(\.go, .first) { value, effect in
            effect.send(.said("\(value)"))
            if value < count, !isBridged { effect.send(.go(value + 1)) }
        }
        let bridge = AnyMiddleware<Lab, Lab, LabState> { action, source, _ in
            guard isBridged, case .said(let text) = action, let value = Int(text), value < count else { return .pure() }
            return .send(.go(value + 1), from: source.derived(by: "Bridge"))
        }
        let store = world.store(effects, observing: bridge)
        store.dispatch(.go(1))
        world.drain()
        #expect(store.state.said == (1...count).map { "\($0)" })
    }

    @Test func otherTriggerIsIgnoredWhileAnAnswerWaitsForItsRun() {
        let effects = LabEffects().on(\.go, .first) { [world] value, effect in
            effect.send(.said("\(value)"))
            if value == 1 { effect.send(.go(2)) }
            await world.sleepStubbornly(for: .seconds(1))
        }
        let store = world.store(effects)
        store.dispatch(.go(1))
        world.drain()
        store.dispatch(.go(3))
        world.advance(by: .seconds(1))
        #expect(store.state.said == ["1", "2"])
        world.advance(by: .seconds(1))
        store.dispatch(.go(4))
        world.advance(by: .seconds(1))
        #expect(store.state.said == ["1", "2", "4"])
    }

    /// Regression of the recipe "load page after page": a page was loaded twice while its answer
    /// was queued.
    @Test func pageIsLoadedOnceWhileTheStoreIsBusy() async {
        let count = hasFewRounds ? 100 : 1_000
        let loads = Recorder<Int>()
        let effects = EffectMiddleware<Lab, Lab, LabState>().on(\.stop, .first) { _, effect in
            let page = effect.state.said.count
            loads.record(page)
            await Task.yield()
            effect.send(.said("\(page)"))
        }
        let store = LabStore(initialState: LabState(), reducer: lab, middleware: effects)
        await awaitThreads(2) { _ in for _ in 0..<20 * count { store.dispatch(.stop) } }
        await store.settled()
        #expect(loads.events == Array(0..<loads.events.count))
        #expect(store.state.said == loads.events.map { "\($0)" })
    }

    @Test func childTaskThatOutlivesItsRunSendsNothing() async {
        let children = Recorder<Task<Void, Never>>()
        let effects = LabEffects().on(\.go, .latest) { value, effect in
            for _ in 0..<4 { children.record(Task.detached { effect.send(.said("\(value)")) }) }
        }
        let late = Recorder<String>()
        let store = LabStore(
            initialState: LabState(),
            reducer: .reduce { action, state in
                if let value = action.go { state.key = value }
                if case .said(let text) = action, text != "\(state.key ?? 0)" { late.record(text) }
            },
            middleware: effects
        )
        await awaitThreads(2) { _ in
            for value in 0..<(hasFewRounds ? 500 : 20_000) { store.dispatch(.go(value)) }
        }
        for child in children.events { await child.value }
        await store.settled()
        #expect(late.events == [])
    }

    /// The runtime keeps a cancelled sleep in memory until its deadline.
    @Test(.measuresMemory, arguments: 0..<4)
    func endedRunsWithADistantDeadlineHoldNoMemory(kind: Int) async {
        await #expect(processExitsWith: .success) { [kind] in
            let hour = Duration.seconds(3_600)
            struct Failure: Error {}
            let effects =
                switch kind {
                case 0: LabEffects().on(\.go, .each.timeout(hour)) { _, _ in }
                case 1: LabEffects().on(\.go) { _, effect in try await effect.sleep(for: hour) }
                case 2:
                    LabEffects().on(\.go, .each.retrying(1, delay: .constant(hour))) { _, _ in
                        throw Failure()
                    }
                default: LabEffects().on(\.go, .each.by { $0 }.debounced(for: hour)) { _, _ in }
                }
            let store = LabStore(
                initialState: LabState(),
                reducer: lab,
                middleware: effects.cancel(on: \.stop)
            )
            func run(_ count: Int) async {
                for number in 0..<count {
                    store.dispatch(.go(number))
                    if number % 10 == 9 {
                        // Runs with a timeout end by themselves.
                        if kind == 0 { await store.settled() } else { await Task.yield() }
                        store.dispatch(.stop)
                        await store.settled()
                    }
                }
            }
            await run(1_000)
            let before = peakResidentKilobytes()
            await run(20_000)
            precondition(peakResidentKilobytes() < before + 4_000, "\(peakResidentKilobytes() - before)")
        }
    }
}
