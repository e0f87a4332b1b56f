// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Sentence 7 of the store's contract.
@Suite struct ObserverTests {
    private let store = Store<Int, [Int]>(initialState: [], reducer: listing)
    private let seen = Recorder<String>()

    @Test func observerGetsTheCurrentStateAtOnceThenEachLaterStateOnce() {
        store.dispatch(1)
        let observation = store.observe { [seen] in seen.record("\($0)") }
        #expect(seen.events == ["[1]"])
        store.dispatch(2)
        store.dispatch(3)
        #expect(seen.events == ["[1]", "[1, 2]", "[1, 2, 3]"])
        observation.cancel()
    }

    @Test func observersAreNotifiedInTheOrderOfRegistration() {
        let observations = ["a", "b", "c"].map { name in
            store.observe { [seen] in seen.record("\(name)\($0.count)") }
        }
        store.dispatch(1)
        #expect(seen.events == ["a0", "b0", "c0", "a1", "b1", "c1"])
        for observation in observations { observation.cancel() }
    }

    @Test func cancelledObserverIsNotNotifiedAgain() {
        let observation = store.observe { [seen] in seen.record("\($0)") }
        observation.cancel()
        observation.cancel()
        store.dispatch(1)
        #expect(seen.events == ["[]"])
    }

    @Test func droppedSubscriptionEndsTheObservation() {
        var observation: StoreSubscription? = store.observe { [seen] in seen.record("\($0)") }
        store.dispatch(1)
        _ = observation
        observation = nil
        store.dispatch(2)
        #expect(seen.events == ["[]", "[1]"])
    }

    @Test func subscriptionsAreKeptInASetOrAnArray() {
        var set: Set<StoreSubscription> = []
        var array: [StoreSubscription] = []
        store.observe { [seen] in seen.record("set \($0.count)") }.store(in: &set)
        store.observe { [seen] in seen.record("array \($0.count)") }.store(in: &array)
        store.dispatch(1)
        set = []
        store.dispatch(2)
        #expect(seen.events == ["set 0", "array 0", "set 1", "array 1", "array 2"])
        array = []
    }

    @Test func observerMayCancelItself() {
        let own = Lock<StoreSubscription?>(nil)
        let observation = store.observe { [seen] in
            seen.record("\($0)")
            own.withLock { $0 }?.cancel()
        }
        own.withLock { $0 = observation }
        store.dispatch(1)
        store.dispatch(2)
        #expect(seen.events == ["[]", "[1]"])
    }

    @Test func observerMayCancelOthersAtOnce() {
        let later = Lock<StoreSubscription?>(nil)
        let first = store.observe { [seen] in
            seen.record("first \($0.count)")
            if $0.count == 1 { later.withLock { $0 }?.cancel() }
        }
        let second = store.observe { [seen] in seen.record("second \($0.count)") }
        let third = store.observe { [seen] in seen.record("third \($0.count)") }
        later.withLock { $0 = second }
        store.dispatch(1)
        #expect(seen.events == ["first 0", "second 0", "third 0", "first 1", "third 1"])
        for observation in [first, third] { observation.cancel() }
    }

    @Test func observerMayAddObserversWhichBeginWithTheSameState() {
        let added = Lock<[StoreSubscription]>([])
        let first = store.observe { [seen, unowned store] list in
            seen.record("first \(list)")
            guard list == [1] else { return }
            let new = store.observe { seen.record("added \($0)") }
            added.withLock { $0.append(new) }
        }
        store.dispatch(1)
        store.dispatch(2)
        #expect(
            seen.events == ["first []", "first [1]", "added [1]", "first [1, 2]", "added [1, 2]"]
        )
        added.withLock { $0 = [] }
        first.cancel()
    }

    @Test func observersThatDispatchAreNotifiedInOrder() {
        let first = store.observe { [seen, unowned store] list in
            seen.record("first \(list.count)")
            if list.count < 3 { store.dispatch(list.count) }
        }
        let second = store.observe { [seen] in seen.record("second \($0.count)") }
        #expect(
            seen.events == ["first 0", "first 1", "first 2", "first 3", "second 3"]
        )
        for observation in [first, second] { observation.cancel() }
    }

    @Test func observerAddedWhileAnotherThreadProcessesGetsEachStateOnce() {
        let store = Store<Int, Int>(initialState: 0, reducer: counting)
        let isDone = Lock(false)
        let gaps = Recorder<String>()
        let processing = JoinableThread { while !isDone.withLock({ $0 }) { store.dispatch(1) } }
        onThreads(2) { _ in
            for round in 0..<fullInRelease(200_000) {
                let last = Lock<(value: Int, count: Int)?>(nil)
                let third = Gate()
                let observation = store.observe { value in
                    let (previous, count) = last.withLock { last in
                        defer { last = (value, (last?.count ?? 0) + 1) }
                        return last ?? (value - 1, 0)
                    }
                    if value != previous + 1 { gaps.record("round \(round): \(value) after \(previous)") }
                    if count == 2 { third.open() }
                }
                third.wait()
                observation.cancel()
            }
        }
        isDone.withLock { $0 = true }
        processing.join()
        #expect(gaps.events == [])
    }
}
