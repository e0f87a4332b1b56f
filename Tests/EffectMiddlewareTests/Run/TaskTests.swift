// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// Runs inherit nothing from the processing thread, and execute nothing on it.
@Suite struct TaskTests {
    @TaskLocal private static var request = "none"

    @Test func runInheritsNoTaskLocalValueAndNoPriority() async {
        let found = Recorder<String>()
        let run: @Sendable (String) -> Void = { name in
            found.record("\(name) \(Self.request) \(Task.currentPriority == .background)")
        }
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects()
                .on(\.go) { _, _ in run("on") }
                .on(\.go, .each.debounced(for: .milliseconds(1))) { _, _ in run("debounced") }
                .on(\.go, .each.priority(.background)) { _, _ in run("background") }
                .during(\.key) { _, _ in run("during") }
        )
        await Task.detached(priority: .background) {
            Self.$request.withValue("somebody's") {
                store.dispatch(.go(1))
                store.dispatch(.set(1))
            }
        }.value
        await store.settled()
        #expect(
            found.events.sorted() == [
                "background none true", "debounced none false", "during none false", "on none false",
            ]
        )
    }

    @Test func priorityOfThePolicyOverridesTheEnvironment() async {
        let found = Recorder<TaskPriority>()
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects()
                .on(\.go, .queued) { _, _ in found.record(Task.currentPriority) }
                .on(\.row, .each.priority(.high)) { _, _ in found.record(Task.currentPriority) },
            environment: StoreEnvironment(priority: .utility)
        )
        store.dispatch(.go(1))
        await store.settled()
        store.dispatch(.row(1, ""))
        await store.settled()
        #expect(found.events == [.utility, .high])
    }

    enum Cancellation: CaseIterable {
        case action, newerTrigger, stateChange, removedElement, endOfTheStore

        /// The action that starts the run.
        var start: Lab {
            switch self {
            case .action, .newerTrigger, .endOfTheStore: .go(1)
            case .stateChange: .set(1)
            case .removedElement: .keys([1])
            }
        }

        /// The action that cancels the run, or nil if the end of the store does.
        var cancel: Lab? {
            switch self {
            case .action: .stop
            case .newerTrigger: .go(2)
            case .stateChange: .set(nil)
            case .removedElement: .keys([])
            case .endOfTheStore: nil
            }
        }
    }

    /// Regression: cancellation handlers ran inside `dispatch`, and the user waited for them.
    @Test(arguments: Cancellation.allCases)
    func cancellationHandlersRunOffTheProcessingThread(by cancellation: Cancellation) async {
        let begun = AsyncStream.makeStream(of: Void.self)
        let (threads, done) = (Recorder<String>(), AsyncStream.makeStream(of: Void.self))
        let note: @Sendable () -> Void = {
            threads.record(currentThreadName())
            if threads.events.count == 2 { done.continuation.finish() }
        }
        let run: @Sendable () async -> Void = {
            let stream = AsyncStream<Int> { $0.onTermination = { _ in note() } }
            await withTaskCancellationHandler {
                begun.continuation.finish()
                for await _ in stream {}
            } onCancel: {
                note()
            }
        }
        var store: LabStore? = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects()
                .on(\.go, .latest) { value, _ in if value == 1 { await run() } }
                .during(\.key) { _, _ in await run() }
                .forEach(\.keys) { _, _ in await run() }
                .cancel(on: \.stop)
        )
        store?.dispatch(cancellation.start)
        for await _ in begun.stream {}
        let last = Lock(store)
        store = nil
        JoinableThread(name: "processing") {
            if let action = cancellation.cancel {
                last.withLock { $0 }?.dispatch(action)
            } else {
                _ = last.withLock { $0.take() }
            }
        }.join()
        for await _ in done.stream {}
        #expect(threads.events.count == 2 && !threads.events.contains("processing"))
        last.withLock { $0 = nil }
    }

    /// Regression: a key that used its run deadlocked the program, and a slow key delayed other
    /// runs.
    private struct BusyKey: Hashable {
        let number: Int
        let onUse: @Sendable () -> Void

        static func == (lhs: BusyKey, rhs: BusyKey) -> Bool {
            lhs.onUse()
            return lhs.number == rhs.number
        }

        func hash(into hasher: inout Hasher) {
            onUse()
            hasher.combine(number)
        }
    }

    @Test func keysAreComparedWithoutHoldingALock() {
        let world = VirtualWorld()
        let (escaped, uses) = (Recorder<LabEffect>(), Recorder<Bool>())
        let key: @Sendable (Int) -> BusyKey = { number in
            BusyKey(number: number) {
                // Each sent action causes comparisons of keys.
                for effect in escaped.events where uses.events.count < 100 {
                    uses.record(effect.isCancelled)
                    effect.send(.said("compared"))
                }
            }
        }
        let store = world.store(
            LabEffects()
                .on(\.go, .latest.by { key($0) }, named: "go") { _, effect in
                    escaped.record(effect)
                    try await effect.sleep(for: .seconds(1))
                }
                .forEach {
                    $0.keys.map { key($0) }
                } run: { _, effect in
                    escaped.record(effect)
                    try await effect.sleep(for: .seconds(1))
                }
                .cancel("go", on: \.row, by: { key($0.id) })
        )
        for value in [1, 2, 1] {
            store.dispatch(.go(value))
            world.drain()
        }
        store.dispatch(.keys([1, 2]))
        world.drain()
        store.dispatch(.keys([2]))
        store.dispatch(.row(2, ""))
        world.advance(by: .seconds(2))
        #expect(uses.events.count > 10)
        #expect(store.state.said.contains("compared"))
        #expect(world.sleepers == 0)
    }
}
