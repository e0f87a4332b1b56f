// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Observers that are added while another thread processes.
@Suite struct PendingObserverTests {
    private let seen = Recorder<String>()

    /// Returns a store whose middleware blocks the action 99 until `gate` is open.
    private func store(stoppingAt gate: Gate, _ reached: Gate = Gate()) -> Store<Int, [Int]> {
        let middleware = AnyMiddleware<Int, Int, [Int]> { action, _, _ in
            if action == 99 {
                reached.open()
                gate.wait()
            }
            return .pure()
        }
        return Store(initialState: [], reducer: listing, middleware: middleware)
    }

    @Test func observingThreadMakesOnlyTheFirstCallWhileAnotherThreadProcesses() {
        let (gate, reached) = (Gate(), Gate())
        let store = store(stoppingAt: gate, reached)
        let processing = Recorder<JoinableThread>()
        let observation = store.observe { [seen] in
            seen.record("\($0) \(currentThreadName())")
            guard $0 == [] else { return }
            // The other thread processes during this whole call.
            processing.record(
                JoinableThread(name: "processing") { for action in [1, 2, 99, 3] { store.dispatch(action) } }
            )
            reached.wait()
        }
        #expect(seen.events == ["[] "])
        gate.open()
        processing.events[0].join()
        #expect(
            seen.events == [
                "[] ", "[1] processing", "[1, 2] processing", "[1, 2, 99] processing", "[1, 2, 99, 3] processing",
            ]
        )
        observation.cancel()
    }

    @Test func observingThreadPassesOnTheBacklogOfAnIdleStore() {
        let store = Store<Int, [Int]>(initialState: [], reducer: listing)
        let observation = store.observe { [seen] in
            seen.record("\($0) \(currentThreadName())")
            if $0 == [] { JoinableThread { for action in 1...2 { store.dispatch(action) } }.join() }
        }
        #expect(seen.events == ["[] ", "[1] ", "[1, 2] "])
        store.dispatch(3)
        #expect(seen.events.count == 4)
        observation.cancel()
    }

    @Test func observingThreadDoesNotWaitForAScheduledExecutor() {
        let jobs = Recorder<@Sendable () -> Void>()
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: listing,
            executor: StoreExecutor(isCurrent: { false }, enqueue: jobs.record)
        )
        let observation = store.observe { [seen] in
            seen.record("\($0)")
            guard $0 == [] else { return }
            store.dispatch(1)
            jobs.events[0]()
            store.dispatch(2)
        }
        #expect(seen.events == ["[]"])
        jobs.events[1]()
        #expect(seen.events == ["[]", "[1]", "[1, 2]"])
        observation.cancel()
    }

    @Test func observerThatCancelsItselfDuringItsBacklogIsNotNotifiedAgain() {
        let (gate, reached) = (Gate(), Gate())
        let own = Lock<StoreSubscription?>(nil)
        let blocked = self.store(stoppingAt: gate, reached)
        let thread = Recorder<JoinableThread>()
        let observation = blocked.observe { [seen] in
            seen.record("\($0)")
            if $0 == [1] { own.withLock { $0 }?.cancel() }
            guard $0 == [] else { return }
            thread.record(JoinableThread { for action in [1, 2, 99] { blocked.dispatch(action) } })
            reached.wait()
        }
        own.withLock { $0 = observation }
        gate.open()
        thread.events[0].join()
        #expect(seen.events == ["[]", "[1]"])
    }

    @Test func oneOfTwoPendingObserversMayCancelTheOther() {
        let store = Store<Int, [Int]>(initialState: [], reducer: listing)
        let first = Lock<StoreSubscription?>(nil)
        let observation = store.observe { [seen] in seen.record("first \($0)") }
        first.withLock { $0 = observation }
        let second = store.observe { [seen] in
            seen.record("second \($0)")
            if $0 == [] {
                first.withLock { $0 }?.cancel()
                store.dispatch(1)
            }
        }
        #expect(seen.events == ["first []", "second []", "second [1]"])
        second.cancel()
    }

    @Test func observerThatCancelsItselfTakesNoStateFromAPendingObserver() {
        let store = Store<Int, [Int]>(initialState: [], reducer: listing)
        let own = Lock<StoreSubscription?>(nil)
        let first = store.observe { [seen] in
            seen.record("first \($0)")
            if $0 == [1] { own.withLock { $0.take() }?.cancel() }
        }
        own.withLock { $0 = first }
        let others = ["second", "third"].map { name in
            store.observe { [seen] in
                seen.record("\(name) \($0)")
                if $0 == [] { for action in 1...2 { store.dispatch(action) } }
            }
        }
        #expect(
            seen.events == [
                "first []", "second []", "first [1]", "second [1]", "second [1, 2]", "third [1, 2]",
            ]
        )
        store.dispatch(3)
        #expect(seen.events.dropFirst(6) == ["second [1, 2, 3]", "third [1, 2, 3]"])
        for observation in others { observation.cancel() }
    }

    @Test func mapThatCancelsItsOwnObservationIsTheLastCall() {
        let store = Store<Int, Int>(initialState: 0, reducer: counting)
        let own = Lock<StoreSubscription?>(nil)
        let projection = store.mapState { count -> Int in
            if count == 2 { own.withLock { $0 }?.cancel() }
            return count
        }
        let observation = projection.observe { [seen] in seen.record("\($0)") }
        own.withLock { $0 = observation }
        for _ in 0..<3 { store.dispatch(1) }
        #expect(seen.events == ["0", "1"])
    }

    @Test func partThatCancelsItsOwnObservationIsTheLastCall() {
        let store = Store<Int, Int>(initialState: 0, reducer: counting)
        let own = Lock<StoreSubscription?>(nil)
        let observation = store.observe { count -> Int in
            if count == 2 { own.withLock { $0 }?.cancel() }
            return count
        } _: { [seen] in
            seen.record("\($0)")
        }
        own.withLock { $0 = observation }
        for _ in 0..<3 { store.dispatch(1) }
        #expect(seen.events == ["0", "1"])
    }
}
