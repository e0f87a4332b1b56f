// SPDX-License-Identifier: MIT

import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

typealias MyState = AppState

private let myPublisher1 = PassthroughSubject<Int, Never>()
private let myPublisher2 = PassthroughSubject<Int, Never>()

/// How apps write stores and publisher actions.
@Suite(.serialized) struct ReferenceFormsTests {
    // swift-format-ignore
    @Test func setup() {
        let store = AppStore(
          reducer: AppReducer(),
          state: .initialValue,
          middlewares: [createPublisherMiddleware()])
        #expect(store.state == .initialValue)
    }

    @Test func bothFormsOfPublisherAction() {
        let store = makeStore()
        let seen = Recorder<Int>()
        let actions = [
            PublisherAction<MyState> { dispatch, getState, cancellables in
                myPublisher1
                    .map { $0 + 1 }
                    .tap { seen.record($0) }
                    .store(in: &cancellables)
                myPublisher2
                    .tap { seen.record($0) }
                    .store(in: &cancellables)
            },
            PublisherAction<MyState> { context in
                myPublisher1
                    .tap { seen.record($0) }
                    .store(in: &context.cancellables)
                myPublisher2
                    .tap { seen.record($0) }
                    .store(in: &context.cancellables)
            },
        ]
        for action in actions { store.dispatch(action) }
        myPublisher1.send(1)
        myPublisher2.send(3)
        withExtendedLifetime(actions) {}
        #expect(seen.events == [2, 1, 3, 3])
    }

    @Test func bothFormsOfRetainedPublisherAction() {
        let store = makeStore()
        let seen = Recorder<Int>()
        store.dispatch(
            RetainedPublisherAction<MyState> { dispatch, getState, cancellables, cleanup in
                myPublisher1
                    .handleCleanup(cleanup)
                    .tap { seen.record($0) }  // <-- handleCleanup and store sandwich the subscriber
                    .store(in: &cancellables)
                myPublisher2
                    .handleCleanup(cleanup)
                    .tap { seen.record($0) }
                    .store(in: &cancellables)
            }
        )
        store.dispatch(
            RetainedPublisherAction<MyState> { context in
                myPublisher1
                    .handleCleanup(context.cleanup)
                    .tap { seen.record($0) }
                    .store(in: &context.cancellables)
                myPublisher2
                    .handleCleanup(context.cleanup)
                    .tap { seen.record($0) }
                    .store(in: &context.cancellables)
            }
        )
        myPublisher1.send(1)
        myPublisher2.send(2)
        #expect(seen.events == [1, 1, 2, 2])
    }
}
