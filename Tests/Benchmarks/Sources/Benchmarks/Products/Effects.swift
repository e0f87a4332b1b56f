// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import Foundation
import RexCore

/// The actions of the effect workloads.
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
    static let effects = [
        answered("E1", inRow: 1, against: "a task that cannot be cancelled", bareTasks),
        answered("E1 in row", inRow: 2_000, against: "tasks that cannot be cancelled", bareTasks),
        answered("E1 in row, kept", inRow: 2_000, against: "tasks kept by hand") { TasksByHand().answering },
        manyEffects, superseded, noneOfAHundred, watchedKeys,
    ]

    private static let reducer = Reducer<EffectAction, EffectState>.reduce { action, state in
        if case .answer(let value) = action { state.answers += value }
    }

    /// Waits until a store has no more work.
    private static func settle(_ store: Store<EffectAction, EffectState>) {
        let done = DispatchSemaphore(value: 0)
        Task {
            await store.settled()
            done.signal()
        }
        done.wait()
    }

    /// A middleware that starts a task without a way to cancel it.
    private static func bareTasks() -> AnyMiddleware<EffectAction, EffectAction, EffectState> {
        AnyMiddleware { action, source, _ in
            guard let value = action.start else { return .pure() }
            return IO { output in Task.detached { output.dispatch(.answer(value), from: source) } }
        }
    }

    /// A hand-written version: tasks that can be cancelled and awaited together.
    private final class TasksByHand: @unchecked Sendable {
        private let tasks = Guarded((last: 0, running: [Int: Task<Void, Never>](), isAwaited: false))
        private let haveEnded = DispatchSemaphore(value: 0)

        private func start(_ operation: @escaping @Sendable () async -> Void) {
            tasks.withLock { tasks in
                tasks.last += 1
                tasks.running[tasks.last] = Task.detached { [number = tasks.last] in
                    await operation()
                    self.end(number)
                }
            }
        }

        private func end(_ number: Int) {
            let isLast = tasks.withLock { tasks in
                tasks.running[number] = nil
                return tasks.isAwaited && tasks.running.isEmpty
            }
            if isLast { haveEnded.signal() }
        }

        private func cancel() {
            for task in tasks.withLock({ Array($0.running.values) }) { task.cancel() }
        }

        var answering: AnyMiddleware<EffectAction, EffectAction, EffectState> {
            AnyMiddleware { action, source, _ in
                guard let value = action.start else { return .pure() }
                return IO { output in
                    self.start { if !Task.isCancelled { output.dispatch(.answer(value), from: source) } }
                }
            }
        }

        func sleeping(_ begun: Answers) -> AnyMiddleware<EffectAction, EffectAction, EffectState> {
            AnyMiddleware { action, _, _ in
                switch action {
                case .start:
                    IO { _ in
                        self.start {
                            begun.note()
                            try? await Task.sleep(for: .seconds(1_000))
                        }
                    }
                case .stop: IO { _ in self.cancel() }
                default: .pure()
                }
            }
        }

        /// Waits until all tasks have ended.
        func settle() {
            let isToWait = tasks.withLock { tasks in
                tasks.isAwaited = !tasks.running.isEmpty
                return tasks.isAwaited
            }
            if isToWait { haveEnded.wait() }
            tasks.withLock { $0.isAwaited = false }
        }
    }

    /// Counts answers or started bodies, and waits until an expected number is reached.
    private final class Answers: @unchecked Sendable {
        private let left = Guarded(0)
        private let areThere = DispatchSemaphore(value: 0)

        var reducer: Reducer<EffectAction, EffectState> {
            .reduce { action, state in
                guard case .answer(let value) = action else { return }
                state.answers += value
                self.note()
            }
        }

        func note() {
            let isLast = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isLast { areThere.signal() }
        }

        /// Calls `start` `count` times, in batches of `most`, and waits after each batch for its answers.
        func wait(for count: Int, inRow most: Int, _ start: () -> Void) {
            for first in stride(from: 0, to: count, by: most) {
                let next = min(most, count - first)
                left.withLock { $0 = next }
                for _ in 0..<next { start() }
                areThere.wait()
            }
        }
    }

    /// Measures effects in batches of `most`.
    ///
    /// In batches of one, threads sleep and wake up for each effect, as in most apps. In large batches that cost is
    /// negligible.
    private static func answered(
        _ name: String,
        inRow most: Int,
        against: String,
        _ middleware: @escaping @Sendable () -> AnyMiddleware<EffectAction, EffectAction, EffectState>
    ) -> Workload {
        Workload(
            name: name,
            work: "a trigger, and a run that sends one action" + (most > 1 ? ", \(most.formatted()) in a row" : ""),
            against: against,
            actions: max(most, 500),
            counted: 10_000
        ) {
            let (answers, otherAnswers) = (Answers(), Answers())
            let store = Store(
                initialState: EffectState(),
                reducer: answers.reducer,
                middleware: Effects().on(\.start) { value, effect in effect.send(.answer(value)) }
            )
            let other = Store(
                initialState: EffectState(),
                reducer: otherAnswers.reducer,
                middleware: middleware()
            )
            return Contest { count in
                answers.wait(for: count, inRow: most) { store.dispatch(.start(1)) }
            } reference: { count in
                otherAnswers.wait(for: count, inRow: most) { other.dispatch(.start(1)) }
            }
        }
    }

    private static let manyEffects = Workload(
        name: "E2",
        work: "a sleeping run, cancelled with 100,000 others",
        against: "tasks kept by hand",
        actions: 100_000,
        rounds: 5
    ) {
        let (begun, begunByHand) = (Answers(), Answers())
        let store = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: Effects()
                .on(\.start) { _, effect in
                    begun.note()
                    try await effect.sleep(for: .seconds(1_000))
                }
                .cancel(on: \.stop)
        )
        let byHand = TasksByHand()
        let bare = Store(initialState: EffectState(), reducer: reducer, middleware: byHand.sleeping(begunByHand))
        return Contest {
            begun.wait(for: $0, inRow: $0) { store.dispatch(.start(1)) }
            store.dispatch(.stop)
            settle(store)
        } reference: {
            begunByHand.wait(for: $0, inRow: $0) { bare.dispatch(.start(1)) }
            bare.dispatch(.stop)
            byHand.settle()
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
        let known = Array(0..<1_000)
        let keys: @Sendable (EffectState) -> [Int] = \.keys
        let isOn: @Sendable (EffectState) -> Bool = \.isOn
        let store = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: Effects()
                .during(isOn) { effect in try await effect.sleep(for: .seconds(1_000)) }
                .forEach(keys) { _, effect in try await effect.sleep(for: .seconds(1_000)) }
        )
        let reference = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: AnyMiddleware<EffectAction, EffectAction, EffectState> { _, _, getState in
                IO { _ in
                    let state = getState()
                    if !isOn(state) || !keys(state).elementsEqual(known) { print("changed") }
                }
            }
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(.other) }
        } reference: {
            for _ in 0..<$0 { reference.dispatch(.other) }
        }
    }
}
