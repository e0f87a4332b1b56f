// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct RetainedPublisherActionTests {
    typealias Cleanup = @Sendable () -> Void

    /// Dispatches an action that stores `count` cancellables.
    ///
    /// Returns its cleanup.
    private func retain(
        _ count: Int,
        in store: AppStore,
        cleanupsInBody: Int = 0,
        onCancel: @escaping @Sendable () -> Void = {}
    ) -> Cleanup {
        let cleanups = Recorder<Cleanup>()
        store.dispatch(
            RetainedPublisherAction<AppState> { _, _, cancellables, cleanup in
                for _ in 0..<count { AnyCancellable(onCancel).store(in: &cancellables) }
                for _ in 0..<cleanupsInBody { cleanup() }
                cleanups.record(cleanup)
            }
        )
        return cleanups.events[0]
    }

    @Test func nothingIsRetainedWithoutCancellables() {
        let (store, middleware) = makeObservedStore()
        let cleanup = retain(0, in: store)
        #expect(middleware.retainedCount == 0)
        cleanup()
        #expect(middleware.retainedCount == 0)
    }

    @Test func cancellablesAreRetainedUntilEachHasBeenCleanedUp() {
        let (store, middleware) = makeObservedStore()
        let cancellations = Recorder<Int>()
        let cleanup = retain(3, in: store, onCancel: { cancellations.record(1) })
        for _ in 1...2 {
            cleanup()
            #expect(middleware.retainedCount == 1)
            #expect(cancellations.events.isEmpty)
        }
        cleanup()
        #expect(middleware.retainedCount == 0)
        #expect(cancellations.events == [1, 1, 1])
    }

    @Test(arguments: [(0, true), (1, true), (2, false), (3, false)])
    func cleanupsDuringTheBodyCount(cleanups: Int, isRetained: Bool) {
        let (store, middleware) = makeObservedStore()
        let cleanup = retain(2, in: store, cleanupsInBody: cleanups)
        #expect(middleware.retainedCount == (isRetained ? 1 : 0))
        for _ in cleanups..<max(2, cleanups) { cleanup() }
        #expect(middleware.retainedCount == 0)
    }

    @Test func extraCleanupsDoNotAffectOtherRuns() {
        let (store, middleware) = makeObservedStore()
        let (first, second) = (retain(1, in: store), retain(1, in: store))
        for _ in 1...3 { first() }
        #expect(middleware.retainedCount == 1)
        second()
        #expect(middleware.retainedCount == 0)
    }

    @Test func sameActionIsRetainedOncePerDispatch() {
        let (store, middleware) = makeObservedStore()
        let subject = PassthroughSubject<Int, Never>()
        let action = RetainedPublisherAction<AppState>(description: "adding") { context in
            #expect(context.cancellables.isEmpty)
            subject
                .handleCleanup(context.cleanup)
                .tap { context.dispatch(Add($0)) }
                .store(in: &context.cancellables)
        }
        store.dispatch(action)
        store.dispatch(action)
        #expect(middleware.retainedCount == 2)
        subject.send(4)
        subject.send(completion: .finished)
        #expect(store.state.numbers == [4, 4])
        #expect(middleware.retainedCount == 0)
        #expect("\(action)" == "[RetainedPublisherAction<AppState>] adding")
    }

    @Test func actionItselfIsNotRetained() {
        let (store, middleware) = makeObservedStore()
        let subject = PassthroughSubject<Int, Never>()
        weak var weakAction: RetainedPublisherAction<AppState>?
        do {
            let action = RetainedPublisherAction<AppState> { dispatch, _, cancellables, cleanup in
                subject.handleCleanup(cleanup).tap { dispatch(Add($0)) }.store(in: &cancellables)
            }
            weakAction = action
            store.dispatch(action)
        }
        #expect(weakAction == nil)
        #expect(middleware.retainedCount == 1)
        subject.send(1)
        #expect(store.state.numbers == [1])
    }

    @Test func synchronousAndAsynchronousPipelinesAreReleasedTogether() {
        let (store, middleware) = makeObservedStore()
        let late = PassthroughSubject<Int, Never>()
        store.dispatch(
            RetainedPublisherAction<AppState> { dispatch, _, cancellables, cleanup in
                Just(1).handleCleanup(cleanup).tap { dispatch(Add($0)) }.store(in: &cancellables)
                late.handleCleanup(cleanup).tap { dispatch(Add($0)) }.store(in: &cancellables)
                [2, 3].publisher.handleCleanup(cleanup).tap { dispatch(Add($0)) }.store(in: &cancellables)
            }
        )
        #expect(middleware.retainedCount == 1)
        late.send(4)
        late.send(completion: .finished)
        #expect(middleware.retainedCount == 0)
        #expect(store.state.numbers == [1, 2, 3, 4])
    }

    @Test func synchronousPipelinesAreNotRetained() {
        let (store, middleware) = makeObservedStore()
        store.dispatch(
            RetainedPublisherAction<AppState> { dispatch, _, cancellables, cleanup in
                Just(1).handleCleanup(cleanup).tap { dispatch(Add($0)) }.store(in: &cancellables)
                Fail<Int, Oops>(error: Oops()).handleCleanup(cleanup).tap { dispatch(Add($0)) }
                    .store(in: &cancellables)
            }
        )
        #expect(middleware.retainedCount == 0)
        #expect(store.state.numbers == [1])
    }

    @Test func cancellationHandlerCanDispatchARetainedAction() {
        let (store, middleware) = makeObservedStore()
        let subject = PassthroughSubject<Int, Never>()
        let next = RetainedPublisherAction<AppState> { dispatch, _, cancellables, cleanup in
            subject.handleCleanup(cleanup).tap { dispatch(Add($0)) }.store(in: &cancellables)
        }
        let cleanup = retain(1, in: store, onCancel: { [weak store] in store?.dispatch(next) })
        cleanup()
        #expect(middleware.retainedCount == 1)
        subject.send(1)
        subject.send(completion: .finished)
        #expect(middleware.retainedCount == 0)
        #expect(store.state.numbers == [1])
    }

    @Test func cleanupCanBeCalledOnAnyThread() {
        let (store, middleware) = makeObservedStore()
        let cancellations = Recorder<Int>()
        for _ in 0..<50 {
            let cleanup = retain(40, in: store, onCancel: { cancellations.record(1) })
            onThreads(4) { _ in
                for _ in 0..<15 { cleanup() }
            }
        }
        #expect(middleware.retainedCount == 0)
        #expect(cancellations.events.count == 50 * 40)
    }
}
