// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Objects that are released while the store processes.
@Suite struct ReleaseTests {
    /// An action that dispatches its successor when it is released.
    private final class Link: Sendable {
        private let left: Int
        private let dispatch: @Sendable (consuming Link) -> Void

        init(_ left: Int, _ dispatch: @escaping @Sendable (consuming Link) -> Void) {
            self.left = left
            self.dispatch = dispatch
        }

        deinit {
            if left > 0 { dispatch(Link(left - 1, dispatch)) }
        }
    }

    private struct Carrier: Sendable { let link: Link }

    private let counter = Reducer<Carrier, Int>.reduce { _, count in count += 1 }

    /// Dispatches an action whose release dispatches the next one, and so on.
    private func dispatchChain(in store: Store<Carrier, Int>) {
        let count = 200_000
        store.dispatch(Carrier(link: Link(count) { [weak store] in store?.dispatch(Carrier(link: $0), from: .here()) }))
        #expect(store.state == count + 1)
    }

    // Each of these four once nested the loop until the stack overflowed.

    @Test func actionDispatchedByAReleasedActionIsQueued() {
        dispatchChain(in: Store(initialState: 0, reducer: counter))
    }

    @Test func actionDispatchedByAReleasedActionIsQueuedBehindAMiddleware() {
        let middleware = AnyMiddleware<Carrier, Carrier, Int> { _, _, _ in .pure() }
        dispatchChain(in: Store(initialState: 0, reducer: counter, middleware: middleware))
    }

    @Test func actionDispatchedByAReleasedActionIsQueuedBehindAnObserver() {
        let store = Store(initialState: 0, reducer: counter)
        let observation = store.observe { _ in }
        dispatchChain(in: store)
        observation.cancel()
    }

    @Test func actionDispatchedByAnActionReleasedAfterTheReducerIsQueued() {
        let middleware = AnyMiddleware<Carrier, Carrier, Int> { action, _, _ in
            IO { _ in withExtendedLifetime(action) {} }
        }
        dispatchChain(in: Store(initialState: 0, reducer: counter, middleware: middleware))
    }

    private struct Screen: Sendable {
        var observation: StoreSubscription?
        var count = 0
    }

    @Test func reducerMayReleaseASubscriptionToItsOwnStore() {
        let notes = Recorder<Int>()
        let store = Store<StoreSubscription?, Screen>(
            initialState: Screen(),
            reducer: .reduce { observation, screen in
                screen.count += 1
                screen.observation = observation
            }
        )
        store.dispatch(store.observe { notes.record($0.count) })
        store.dispatch(store.observe { notes.record(-$0.count) })
        store.dispatch(nil)
        // The second action cancels the first observer, the third action the second one.
        // Neither is notified of the action that cancels it.
        #expect(notes.events == [0, 1, -1, -2])
    }

    private final class Part: Sendable, Equatable {
        static func == (lhs: Part, rhs: Part) -> Bool { lhs === rhs }
    }

    @Test(arguments: [true, false])
    func subscriptionDoesNotKeepTheStateAlive(isCancelled: Bool) {
        weak var part: Part?
        var subscriptions: [StoreSubscription] = []
        do {
            let store = Store<Int, Part>(initialState: Part(), reducer: .identity)
            part = store.state
            subscriptions = [
                store.observe { _ in }, store.mapState { [$0] }.observe { _ in },
                store.mapState { $0 }.observe { _ in }, store.observe({ $0 }) { _ in },
            ]
            if isCancelled { for subscription in subscriptions { subscription.cancel() } }
            store.dispatch(1)
            #expect(part != nil)
        }
        #expect(part == nil)
        withExtendedLifetime(subscriptions) {}
    }

    private func expectRelease(afterCancelling observe: (Store<Int, Part?>) -> StoreSubscription) {
        weak var part: Part?
        let store = Store<Int, Part?>(initialState: Part(), reducer: .reduce { _, part in part = nil })
        part = store.state
        let subscription = observe(store)
        subscription.cancel()
        #expect(part != nil)
        store.dispatch(1)
        #expect(part == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test func lastValueOfACancelledObserverOfAProjectionIsReleased() {
        expectRelease { store in store.mapState { $0 }.observe { _ in } }
    }

    @Test func lastValueOfACancelledObserverOfAPartIsReleased() {
        expectRelease { store in store.observe({ $0 }) { _ in } }
    }

    @Test func cancelledObserverOfAnIdleStoreIsReleasedAtOnce() {
        weak var part: Part?
        let store = Store<Int, Int>(initialState: 0, reducer: counting)
        let observation: StoreSubscription
        do {
            let held = Part()
            part = held
            observation = store.observe { _ in withExtendedLifetime(held) {} }
        }
        store.dispatch(1)
        #expect(part != nil)
        observation.cancel()
        #expect(part == nil)
    }

    @Test(arguments: [true, false])
    func observerCancelledDuringANotificationIsReleasedBeforeDispatchReturns(hasMiddleware: Bool) {
        weak var part: Part?
        let own = Lock<StoreSubscription?>(nil)
        let idle = AnyMiddleware<Int, Int, Int> { _, _, _ in .pure() }
        let store =
            hasMiddleware
            ? Store(initialState: 0, reducer: counting, middleware: idle) : Store(initialState: 0, reducer: counting)
        do {
            let held = Part()
            part = held
            let observation = store.observe { count in
                withExtendedLifetime(held) {}
                if count == 1 { own.withLock { $0 }?.cancel() }
            }
            own.withLock { $0 = observation }
        }
        #expect(part != nil)
        store.dispatch(1)
        #expect(part == nil)
    }
}
