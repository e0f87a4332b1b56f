// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import RexCore

/// Actions of the workloads of effects.
enum EffectAction: Sendable {
    case start(Int)
    case answer(Int)
    case stop
    case other

    var start: Int? { if case .start(let value) = self { value } else { nil } }
    var stop: Void? { if case .stop = self { () } else { nil } }
}

struct EffectState: Sendable {
    var answers = 0
    var keys = Array(0..<1_000)
    var isOn = true
}

private typealias Effects = EffectMiddleware<EffectAction, EffectAction, EffectState>

extension Workload {
    static let effects = [oneEffect, manyEffects, superseded, noneOfAHundred, watchedKeys]

    private static let reducer = Reducer<EffectAction, EffectState>.reduce { action, state in
        if case .answer(let value) = action { state.answers += value }
    }

    /// Waits until nothing is to be done any more in a store.
    private static func settle(_ store: Store<EffectAction, EffectState>) {
        let done = DispatchSemaphore(value: 0)
        Task {
            await store.settled()
            done.signal()
        }
        done.wait()
    }

    private static let oneEffect = Workload(
        name: "E1",
        work: "a trigger, and a run that sends one action",
        against: "a bare task that dispatches once",
        counted: 10_000
    ) {
        let store = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: Effects().on(\.start) { value, effect in effect.send(.answer(value)) }
        )
        let bare = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: AnyMiddleware<EffectAction, EffectAction, EffectState> { action, source, _ in
                guard let value = action.start else { return .pure() }
                return IO { output in
                    Task { output.dispatch(.answer(value), from: source) }
                }
            }
        )
        return Contest {
            let answers = store.state.answers
            for _ in 0..<$0 { store.dispatch(.start(1)) }
            while store.state.answers < answers + $0 { settle(store) }
        } reference: {
            let answers = bare.state.answers
            for _ in 0..<$0 { bare.dispatch(.start(1)) }
            while bare.state.answers < answers + $0 { settle(bare) }
        }
    }

    private static let manyEffects = Workload(
        name: "E2",
        work: "a run that sleeps, cancelled with 100,000 others",
        against: "bare tasks",
        actions: 2_000
    ) {
        let store = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: Effects()
                .on(\.start) { _, effect in try await effect.sleep(for: .seconds(1_000)) }
                .cancel(on: \.stop)
        )
        return Contest {
            for value in 0..<$0 { store.dispatch(.start(value)) }
            store.dispatch(.stop)
            settle(store)
        } reference: { count in
            let group = DispatchGroup()
            var tasks: [Task<Void, Never>] = []
            for _ in 0..<count {
                group.enter()
                tasks.append(
                    Task {
                        try? await ContinuousClock().sleep(for: .seconds(1_000))
                        group.leave()
                    }
                )
            }
            for task in tasks { task.cancel() }
            group.wait()
        }
    }

    private static let superseded = Workload(
        name: "E3",
        work: "a debounced trigger that is superseded",
        against: "the same action, ignored"
    ) {
        let store = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: Effects()
                .on(\.start, .latest.debounced(for: .seconds(1_000))) { value, effect in effect.send(.answer(value)) }
        )
        return Contest { for _ in 0..<$0 { store.dispatch(.start(1)) } }
    }

    private static let noneOfAHundred = Workload(
        name: "E4",
        work: "an action that matches none of 100 rules",
        against: "calling the triggers"
    ) {
        let triggers = Array(repeating: \EffectAction.start as @Sendable (EffectAction) -> Int?, count: 100)
        let effects = triggers.reduce(Effects()) { effects, trigger in effects.on(trigger) { _, _ in } }
        let store = Store(initialState: EffectState(), reducer: reducer, middleware: effects)
        let reference = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: AnyMiddleware<EffectAction, EffectAction, EffectState> { action, _, _ in
                for trigger in triggers where trigger(action) != nil { return IO { _ in } }
                return .pure()
            }
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(.other) }
        } reference: {
            for _ in 0..<$0 { reference.dispatch(.other) }
        }
    }

    private static let watchedKeys = Workload(
        name: "E5",
        work: "an action that changes none of 1,000 keys",
        against: "comparing the keys"
    ) {
        let store = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: Effects()
                .during(\.isOn) { effect in try await effect.sleep(for: .seconds(1_000)) }
                .forEach(\.keys) { _, effect in try await effect.sleep(for: .seconds(1_000)) }
        )
        let known = Array(0..<1_000)
        let reference = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: AnyMiddleware<EffectAction, EffectAction, EffectState> { _, _, getState in
                IO { _ in if !getState().keys.elementsEqual(known) { print("changed") } }
            }
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(.other) }
        } reference: {
            for _ in 0..<$0 { reference.dispatch(.other) }
        }
    }
}
