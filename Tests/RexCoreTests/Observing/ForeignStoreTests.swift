// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A foreign store, which may notify on two threads at once.
private final class ForeignStore: StoreType, Sendable {
    private let observers = Lock<[Int: @Sendable ([Int]) -> Void]>([:])

    var state: [Int] { [] }

    func dispatch(_ dispatchedAction: consuming DispatchedAction<[Int]>) {
        let state = dispatchedAction.action
        for observer in observers.withLock({ $0.values }) { observer(state) }
    }

    func observe(_ observer: @escaping @Sendable ([Int]) -> Void) -> StoreSubscription {
        let id = observers.withLock { observers in
            observers[observers.count] = observer
            return observers.count - 1
        }
        observer([])
        return StoreSubscription { [self] in _ = observers.withLock { $0.removeValue(forKey: id) } }
    }
}

/// Misuse may cause a wrong order, but no data race.
///
/// Two threads once wrote a variable without a lock.
@Suite struct ForeignStoreTests {
    private let store = ForeignStore()
    private let running = Lock((now: 0, most: 0, calls: 0))

    private func note() {
        running.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
        running.withLock {
            $0.now -= 1
            $0.calls += 1
        }
    }

    private func dispatchFromThreeThreads() {
        onThreads(3) { [store] thread in
            for number in 0..<fullInRelease(200_000) { store.dispatch(Array(repeating: number, count: thread + 1)) }
        }
    }

    @Test func observationEndsOnceWhenItIsCancelledOrDropped() {
        let (ends, seen) = (Recorder<Int>(), Recorder<[Int]>())
        let cancelled = StoreSubscription { ends.record(1) }
        #expect(ends.events == [])
        cancelled.cancel()
        cancelled.cancel()
        #expect(ends.events == [1])
        var dropped: StoreSubscription? = StoreSubscription { ends.record(2) }
        #expect(dropped != nil && dropped != cancelled)
        dropped = nil
        #expect(ends.events == [1, 2])
        let observation = store.observe(seen.record)
        store.dispatch([1])
        observation.cancel()
        store.dispatch([2])
        #expect(seen.events == [[], [1]])
    }

    @Test func observerOfAPartIsCalledByOneThreadAtATime() {
        let observation = store.observe {
            $0.map { "\($0)" }
        } _: { [self] _ in
            note()
        }
        dispatchFromThreeThreads()
        #expect(running.withLock { $0.most } == 1)
        #expect(running.withLock { $0.calls } > fullInRelease(200_000))
        observation.cancel()
    }

    @Test func observerOfAProjectionIsCalledByOneThreadAtATime() {
        let observation = store.mapState { $0.map { "\($0)" } }.observe { [self] _ in note() }
        dispatchFromThreeThreads()
        #expect(running.withLock { $0.most } == 1)
        observation.cancel()
    }

    @Test func observerThatMakesTheStoreNotifyGetsTheNewStateNext() {
        let seen = Recorder<[Int]>()
        let observation = store.mapState { $0 }.observe { [store] state in
            if state == [1] { store.dispatch([2]) }
            seen.record(state)
        }
        store.dispatch([1])
        #expect(seen.events == [[], [1], [2]])
        observation.cancel()
    }

    @Test func onlyStoresOfTheMainQueueAreOnTheMainQueue() {
        func forms(_ store: some StoreType<Int, Int>) -> [Bool] {
            let erased = store.eraseToAnyStoreType()
            let (both, part) = (erased.projection(action: { $0 }, state: { $0 }), erased.mapState { $0 })
            return [erased.isOnMainQueue, AnyStoreType(erased).isOnMainQueue, both.isOnMainQueue, part.isOnMainQueue]
        }
        func store(_ executor: StoreExecutor) -> Store<Int, Int> {
            Store(initialState: 0, reducer: .identity, executor: executor)
        }
        #expect(forms(store(.mainQueue)) == [true, true, true, true])
        #expect(forms(store(.immediate)) == [false, false, false, false])
        #expect(forms(StoreDouble<Int, Int>(initialState: 0)) == [false, false, false, false])
        #expect(!self.store.eraseToAnyStoreType().isOnMainQueue)
    }
}
