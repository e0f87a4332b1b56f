// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct AppLifecycleMiddlewareTests {
    private let publisher = StagedPublisher(first: [.willEnterForeground])
    private let log = Recorder<String>()

    private func makeStore(_ lifecycle: AppLifecycleMiddleware) -> Store<AppLifecycleAction, AppLifecycle> {
        typealias Action = AppLifecycleAction
        let recorder = AnyMiddleware<Action, Action, AppLifecycle> { [log] action, source, state in
            IO { _ in
                log.record("\(action) \(state())")
                log.record("\(source.file) \(source.function) \(source.info ?? "-")")
            }
        }
        return Store(
            initialState: .initial,
            reducer: .lifecycle,
            middleware: lifecycle.lift(
                inputAction: { (_: AppLifecycleAction) in nil },
                outputAction: { $0 },
                state: { (_: AppLifecycle) in }
            ) <> recorder
        )
    }

    @Test func actionsOfThePublisherReachTheStoreInOrderWithTheSourceOfReceiveContext() {
        let store = makeStore(AppLifecycleMiddleware(publisher: publisher))
        publisher.send(.didBecomeActive, .willBecomeInactive, .didEnterBackground)
        #expect(store.state == .backgroundInactive)
        let source = "AppLifecycleMiddleware/AppLifecycleMiddleware.swift receiveContext(getState:output:) -"
        #expect(
            log.events == [
                "willEnterForeground foregroundInactive", source, "didBecomeActive foregroundActive", source,
                "willBecomeInactive foregroundInactive", source, "didEnterBackground backgroundInactive", source,
            ]
        )
    }

    @Test func subscriptionEndsOnceStoreAndMiddlewareAreReleased() {
        var store: Store? = makeStore(AppLifecycleMiddleware(publisher: publisher))
        #expect(publisher.count == 1)
        #expect(store != nil)
        store = nil
        #expect(publisher.count == 0)
    }

    @Test func middlewareThatOutlivesItsStoreSendsNothing() {
        let middleware = AppLifecycleMiddleware(publisher: publisher)
        var store: Store? = makeStore(middleware)
        #expect(store?.state == .foregroundInactive)
        store = nil
        let before = log.events
        publisher.send(.didBecomeActive)
        #expect(log.events == before)
        #expect(publisher.count == 1)
        withExtendedLifetime(middleware) {}
    }

    @Test func oneMiddlewareServesSeveralStores() {
        let middleware = AppLifecycleMiddleware(publisher: publisher)
        let stores = [makeStore(middleware), makeStore(middleware)]
        publisher.send(.didBecomeActive)
        #expect(stores.map(\.state) == [.foregroundActive, .foregroundActive])
    }

    @Test func storesOfOneMiddlewareCanBeMadeOnManyThreads() {
        let middleware = AppLifecycleMiddleware(publisher: publisher)
        onThreads(4) { _ in
            for _ in 0..<25 { _ = makeStore(middleware) }
        }
        #expect(publisher.count == 100)
        withExtendedLifetime(middleware) {}
    }

    @Test func afterPendingWaitsForTheActionBeingProcessed() {
        let store = makeStore(AppLifecycleMiddleware(publisher: publisher))
        let order = Recorder<String>()
        let subscription = store.observe { [publisher] state in
            guard state == .foregroundActive else { return order.record("\(state)") }
            publisher.afterPending { order.record("processed") }
            publisher.send(.willBecomeInactive, .didEnterBackground)
            order.record("\(state)")
        }
        publisher.send(.didBecomeActive)
        publisher.afterPending { order.record("at rest") }
        #expect(
            order.events == [
                "foregroundInactive", "foregroundActive", "foregroundInactive", "backgroundInactive",
                "processed", "at rest",
            ]
        )
        withExtendedLifetime(subscription) {}
    }

    @Test func receiverOfATestHasProcessedTheActionWhenSendReturns() {
        let order = Recorder<String>()
        let receiver = AppLifecycleReceiver { order.record("\($0)") }
        receiver.send(.didBecomeActive)
        receiver.afterPending { order.record("processed") }
        #expect(order.events == ["didBecomeActive", "processed"])
    }
}
