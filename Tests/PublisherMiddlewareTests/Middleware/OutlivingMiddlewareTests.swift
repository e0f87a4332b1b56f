// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct OutlivingMiddlewareTests {
    private let events = Recorder<String>()

    private var retained: RetainedPublisherAction<AppState> {
        RetainedPublisherAction<AppState> { [events] _, getState, cancellables, _ in
            events.record(getState() == nil ? "no state" : "state")
            AnyCancellable { events.record("cancelled") }.store(in: &cancellables)
        }
    }

    @Test func middlewareThatOutlivesItsStoreRetainsNothing() {
        let middleware = PublisherMiddleware<any Action, AppState>()
        weak var ended: AppStore?
        do {
            let store = AppStore(initialState: .initialValue, reducer: AppReducer(), middleware: middleware)
            ended = store
            store.dispatch(retained)
        }
        #expect(ended == nil)
        #expect(events.events == ["state", "cancelled"])
        middleware.handle(action: retained, from: .here()) { .initialValue }.run { _ in }
        #expect(events.events == ["state", "cancelled", "no state", "cancelled"])
        #expect(middleware.retainedCount == 0)
    }

    @Test func releasingAMiddlewareWithoutAStoreCancelsItsRetainedPipelines() {
        var middleware: PublisherMiddleware<any Action, AppState>? = PublisherMiddleware()
        let work = middleware?.handle(action: retained, from: .here()) { .initialValue }
        work?.run { _ in }
        #expect(middleware?.retainedCount == 1)
        #expect(events.events == ["state"])
        middleware = nil
        #expect(events.events == ["state", "cancelled"])
        work?.run { _ in }
        #expect(events.events == ["state", "cancelled", "no state", "cancelled"])
    }

    @Test func pipelineThatOutlivesTheStoreDispatchesNothing() {
        let subject = PassthroughSubject<Int, Never>()
        let middleware = PublisherMiddleware<any Action, AppState>()
        let action = PublisherAction<AppState> { [events] dispatch, getState, cancellables in
            subject.tap { number in
                events.record(getState() == nil ? "no state" : "state")
                dispatch(Add(number))
            }
            .store(in: &cancellables)
        }
        do {
            let store = AppStore(initialState: .initialValue, reducer: AppReducer(), middleware: middleware)
            store.dispatch(action)
            subject.send(1)
            #expect(store.state.numbers == [1])
        }
        subject.send(2)
        #expect(events.events == ["state", "no state"])
        withExtendedLifetime((action, middleware)) {}
    }

    @Test func stateCanBeReadOnAnotherThreadWhileTheStoreEnds() {
        for _ in 0..<100 {
            let readers = Recorder<@Sendable () -> AppState?>()
            var store: AppStore? = makeStore()
            store?.dispatch(RetainedPublisherAction<AppState> { _, getState, _, _ in readers.record(getState) })
            let getState = readers.events[0]
            #expect(getState() != nil)
            let reading = JoinableThread { _ = getState() }
            store = nil
            reading.join()
            #expect(getState() == nil)
        }
    }

    @Test func retainedActionsCanBeCountedOnAnotherThreadWhileTheyStartAndEnd() {
        let (store, middleware) = makeObservedStore()
        onThreads(2) { [retained] thread in
            for _ in 0..<100 {
                if thread == 0 { store.dispatch(retained) } else { _ = middleware.retainedCount }
            }
        }
        #expect(middleware.retainedCount == 100)
    }
}
