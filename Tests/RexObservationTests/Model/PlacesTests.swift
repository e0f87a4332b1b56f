// SPDX-License-Identifier: MIT

import Dispatch
import Observation
import RexCore
import RexObservation
import RexTestSupport
import Testing

/// Stores that process off the main actor, and the states that the main actor sees.
@MainActor @Suite struct PlacesTests {
    private static let queue = DispatchQueue(label: "RexObservationTests.PlacesTests")

    /// Returns the values that a reader sees, up to `last`.
    private func values<Value: Sendable & Equatable>(
        until last: Value,
        _ read: @escaping @MainActor () -> Value
    ) async -> [Value] {
        await withCheckedContinuation { continuation in
            let box = Watch(last: last, read: read) { continuation.resume(returning: $0) }
            box.track()
        }
    }

    @Test func storeOnTheMainQueueNotifiesBeforeTheDispatchReturns() {
        let store = makeShelf(executor: .mainQueue)
        let model = ObservableStore(store)
        let reader = Reader { model.visits }
        store.change { $0.visits = 1 }
        #expect(reader.values == [0, 1])
    }

    @Test func dispatchOnTheMainActorNotifiesThere() {
        let store = makeShelf(executor: .immediate)
        let model = ObservableStore(store)
        let reader = Reader { model.visits }
        model.send(.change { $0.visits = 1 })
        #expect(reader.values == [0, 1])
    }

    @Test func statesFromOtherThreadsArriveInOrderAndWhole() async {
        let store = makeShelf(executor: .queue(Self.queue))
        let model = ObservableStore(store)
        let count = 1_000
        async let seen = values(until: count) {
            let (visits, inner) = (model.visits, model.inner.count)
            #expect(visits == inner)
            return visits
        }
        for number in 1...count { store.change { ($0.visits, $0.inner.count) = (number, number) } }
        let values = await seen
        #expect(values == values.sorted())
        #expect(Set(values).count == values.count)
    }

    /// Runs in its own process, whose main actor is idle while the thread runs.
    @Test func statesOfARunningThreadArriveInOrder() async {
        await #expect(processExitsWith: .success) { await PlacesTests().observeAThread() }
    }

    private func observeAThread() async {
        let store = makeShelf(executor: .immediate)
        let model = ObservableStore(store)
        let count = 10_000
        let thread = JoinableThread { for number in 1...count { store.change { $0.visits = number } } }
        let values = await values(until: count) { model.visits }
        thread.join()
        precondition(values == values.sorted())
    }

    @Test func changesBeforeTheNextTurnAreOneInvalidation() async {
        let store = makeShelf(executor: .queue(Self.queue))
        let model = ObservableStore(store)
        let reader = Reader { model.visits }
        for number in 1...100 { store.change { $0.visits = number } }
        Self.queue.sync {}
        #expect(model.visits == 0)
        _ = await values(until: 100) { model.visits }
        #expect(reader.values == [0, 100])
    }

    @Test func newStateOnTheMainActorReplacesAWaitingOne() async {
        let store = makeShelf(executor: .immediate)
        let model = ObservableStore(store)
        let reader = Reader { model.visits }
        JoinableThread { store.change { $0.visits = 1 } }.join()
        store.change { $0.visits = 2 }
        #expect(reader.values == [0, 2])
        // The turn for the older state comes before this one.
        await Task { @MainActor in }.value
        #expect(reader.values == [0, 2])
        JoinableThread { store.change { $0.visits = 3 } }.join()
        _ = await values(until: 3) { model.visits }
        #expect(reader.values == [0, 2, 3])
    }

    @Test func stateThatArrivesWhileTheModelIsMadeIsNotLost() async {
        for _ in 0..<100 {
            let store = makeShelf(executor: .immediate)
            let task = Task.detached { store.change { $0.visits = 1 } }
            let model = ObservableStore(store)
            _ = await values(until: 1) { model.visits }
            await task.value
        }
    }
}

/// A reader that ends at a given value.
@MainActor private final class Watch<Value: Sendable & Equatable> {
    let last: Value
    let read: @MainActor () -> Value
    let onEnd: ([Value]) -> Void
    var values: [Value] = []

    init(last: Value, read: @escaping @MainActor () -> Value, onEnd: @escaping ([Value]) -> Void) {
        self.last = last
        self.read = read
        self.onEnd = onEnd
    }

    func track() {
        let value = withObservationTracking {
            read()
        } onChange: {
            MainActor.assumeIsolated { self.track() }
        }
        guard values.last != last else { return }
        values.append(value)
        if value == last { onEnd(values) }
    }
}
