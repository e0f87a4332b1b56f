// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct LoadTests {
    #if DEBUG
    static let count = 10_000
    #else
    static let count = 100_000
    #endif

    @Test func actionsInFlightThatEndOnTwoThreadsLeaveNothingBehind() {
        let (store, middleware) = makeObservedStore()
        let subjects = (0..<Self.count).map { _ in PassthroughSubject<Int, Never>() }
        let received = Lock(0)
        for subject in subjects {
            store.dispatch(
                RetainedPublisherAction<AppState> { _, _, cancellables, cleanup in
                    subject
                        .handleCleanup(cleanup)
                        .tap { number in received.withLock { $0 += number } }
                        .store(in: &cancellables)
                }
            )
        }
        #expect(middleware.retainedCount == Self.count)
        onThreads(2) { thread in
            for index in stride(from: thread, to: Self.count, by: 2) {
                subjects[index].send(1)
                subjects[index].send(completion: .finished)
            }
        }
        #expect(middleware.retainedCount == 0)
        #expect(received.withLock { $0 } == Self.count)
        #expect(store.state.others == Self.count)
    }
}
