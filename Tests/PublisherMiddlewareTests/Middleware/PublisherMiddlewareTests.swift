// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct PublisherMiddlewareTests {
    @Test func releasingTheStoreCancelsRetainedPipelinesWithinTheSameCall() {
        let cancellations = Recorder<String>()
        let subject = PassthroughSubject<Int, Never>()
        var store: AppStore? = makeStore()
        store?.dispatch(
            RetainedPublisherAction<AppState> { context in
                for name in ["first", "second"] {
                    subject
                        .handleEvents(receiveCancel: { cancellations.record(name) })
                        .handleCleanup(context.cleanup)
                        .tap { _ in }
                        .store(in: &context.cancellables)
                }
            }
        )
        #expect(cancellations.events.isEmpty)
        store = nil
        #expect(cancellations.events.sorted() == ["first", "second"])
    }

    @Test func releasingTheStoreCancelsEvenIfTheMiddlewareIsKept() {
        let cancellations = Recorder<Int>()
        let middleware = PublisherMiddleware<any Action, AppState>()
        var store: AppStore? = AppStore(initialState: .initialValue, reducer: AppReducer(), middleware: middleware)
        store?.dispatch(
            RetainedPublisherAction<AppState> { _, getState, cancellables, _ in
                AnyCancellable { cancellations.record(getState() == nil ? 1 : 2) }.store(in: &cancellables)
            }
        )
        #expect(middleware.retainedCount == 1)
        store = nil
        #expect(middleware.retainedCount == 0)
        #expect(cancellations.events == [1])
    }

    @Test func releasingTheStoreCancelsPipelinesOfALiftedMiddleware() {
        struct Outer: Sendable { var inner = AppState() }
        let cancellations = Recorder<Int>()
        let middleware = PublisherMiddleware<any Action, AppState>()
        var store: Store<any Action, Outer>? = Store(
            initialState: Outer(),
            reducer: AppReducer().lift(state: \.inner),
            middleware: middleware.lift(state: \Outer.inner)
        )
        store?.dispatch(
            RetainedPublisherAction<AppState> { _, _, cancellables, _ in
                AnyCancellable { cancellations.record(1) }.store(in: &cancellables)
            }
        )
        #expect(middleware.retainedCount == 1)
        store = nil
        #expect(cancellations.events == [1])
    }

    @Test func storeReleasedInABodyRetainsNothingOfThatBody() {
        let cancellations = Recorder<String>()
        let owner = Lock<AppStore?>(nil)
        let middleware = PublisherMiddleware<any Action, AppState>()
        owner.withLock {
            $0 = AppStore(initialState: .initialValue, reducer: AppReducer(), middleware: middleware)
        }
        owner.withLock { $0 }?.dispatch(
            RetainedPublisherAction<AppState> { _, _, cancellables, _ in
                AnyCancellable { cancellations.record("cancelled") }.store(in: &cancellables)
                owner.withLock { $0 = nil }
            }
        )
        #expect(middleware.retainedCount == 0)
        #expect(cancellations.events == ["cancelled"])
    }

    @Test func cancellableStoredAfterTheEndOfTheStoreIsCancelled() {
        let cancellations = Recorder<String>()
        let outputs = Recorder<AnyActionHandler<any Action>>()
        let (entered, left) = (Gate(), Gate())
        let listener = AnyMiddleware<any Action, any Action, AppState> { _, output in
            outputs.record(output)
        } handle: { _, _, _ in
            .pure()
        }
        var store: AppStore? = AppStore(
            reducer: AppReducer(),
            state: .initialValue,
            middlewares: [createPublisherMiddleware(), listener]
        )
        let thread = JoinableThread {
            outputs.events[0].dispatch(
                RetainedPublisherAction<AppState> { _, getState, cancellables, _ in
                    entered.open()
                    left.wait()
                    cancellations.record("state: \(getState() == nil ? "none" : "some")")
                    AnyCancellable { cancellations.record("cancelled") }.store(in: &cancellables)
                }
            )
        }
        entered.wait()
        withExtendedLifetime(store) {}
        store = nil
        left.open()
        thread.join()
        #expect(cancellations.events == ["state: none", "cancelled"])
    }

    @Test func actionsForAnotherStateAreIgnored() {
        let store = makeStore()
        let runs = Recorder<Int>()
        store.dispatch(PublisherAction<String> { _ in runs.record(1) })
        #expect(runs.events.isEmpty)
        #expect(store.state == AppState(others: 1))
    }

    @Test func manyThreadsDispatchAndEndRetainedActions() {
        let (store, middleware) = makeObservedStore()
        onThreads(4) { thread in
            for number in 0..<250 {
                let subject = PassthroughSubject<Int, Never>()
                store.dispatch(
                    RetainedPublisherAction<AppState> { dispatch, _, cancellables, cleanup in
                        subject.handleCleanup(cleanup).tap { dispatch(Add($0)) }.store(in: &cancellables)
                    }
                )
                subject.send(thread * 250 + number)
                subject.send(completion: .finished)
            }
        }
        #expect(middleware.retainedCount == 0)
        #expect(store.state.others == 1_000)
    }
}

@Suite struct TypedPublisherTests {
    enum AppAction: Sendable {
        case run(TypedPublisherAction<AppAction, [Int]>)
        case retain(TypedRetainedPublisherAction<AppAction, [Int]>)
        case add(Int)

        var run: TypedPublisherAction<AppAction, [Int]>? { if case .run(let action) = self { action } else { nil } }
        var retain: TypedRetainedPublisherAction<AppAction, [Int]>? {
            if case .retain(let action) = self { action } else { nil }
        }
    }

    @Test func bothKindsOfActionRunAsCasesOfAnEnum() {
        let retaining = PublisherMiddleware(\AppAction.retain)
        let store = Store<AppAction, [Int]>(
            initialState: [],
            reducer: .reduce { action, state in if case .add(let number) = action { state.append(number) } },
            middleware: PublisherMiddleware(\AppAction.run) <> retaining
        )
        let subject = PassthroughSubject<Int, Never>()
        let kept = TypedPublisherAction<AppAction, [Int]>(description: "kept") { dispatch, getState, cancellables in
            subject.tap { dispatch(.add($0 + (getState()?.count ?? 0))) }.store(in: &cancellables)
        }
        store.dispatch(.run(kept))
        store.dispatch(
            .retain(
                TypedRetainedPublisherAction { context in
                    subject
                        .handleCleanup(context.cleanup)
                        .tap { context.dispatch(.add(-$0)) }
                        .store(in: &context.cancellables)
                }
            )
        )
        #expect(retaining.retainedCount == 1)
        subject.send(10)
        subject.send(20)
        subject.send(completion: .finished)
        #expect(store.state == [10, -10, 22, -20])
        #expect(retaining.retainedCount == 0)
        #expect("\(kept)" == "[PublisherAction<Array<Int>>] kept (0 cancellables)")
    }

    @Test func closureCanExtractTheAction() {
        let middleware = PublisherMiddleware<AppAction, [Int]> { action in
            if case .run(let run) = action { run } else { nil }
        }
        let ran = Recorder<Int>()
        let store = Store<AppAction, [Int]>(initialState: [], reducer: .identity, middleware: middleware)
        store.dispatch(.run(TypedPublisherAction { _, _, _ in ran.record(1) }))
        store.dispatch(.add(1))
        #expect(ran.events == [1])
    }
}
