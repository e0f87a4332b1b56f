// SPDX-License-Identifier: MIT

#if DEBUG
import PublisherKit
import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct UnhandledActionTests {
    @Test func missingMiddlewareIsReportedOncePerTypeOfAction() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let store = AppStore(reducer: AppReducer(), state: .initialValue, middlewares: [])
            for _ in 1...3 {
                store.dispatch(PublisherAction<AppState>(description: "mine") { _ in })
                store.dispatch(RetainedPublisherAction<AppState> { _ in })
            }
            store.dispatch(Add(1))
        }
        #expect(
            warnings(in: result?.standardErrorContent) == [
                Self.warning("[PublisherAction<AppState>] mine (0 cancellables)"),
                Self.warning("[RetainedPublisherAction<AppState>]"),
            ]
        )
    }

    @Test func actionForAnotherStateIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let store = makeStore()
            store.dispatch(PublisherAction<String> { _ in })
            store.dispatch(PublisherAction<AppState> { _ in })
        }
        #expect(
            warnings(in: result?.standardErrorContent) == [
                Self.warning("[PublisherAction<String>] (0 cancellables)")
            ]
        )
    }

    @Test func unhandledActionsOnManyThreadsAreReportedOncePerType() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let stores = (0..<4).map { _ in AppStore(reducer: AppReducer(), state: .initialValue, middlewares: []) }
            onThreads(stores.count) { thread in
                for _ in 1...500 { stores[thread].dispatch(RetainedPublisherAction<AppState> { _ in }) }
            }
        }
        #expect(
            warnings(in: result?.standardErrorContent) == [Self.warning("[RetainedPublisherAction<AppState>]")]
        )
    }

    private static func warning(_ action: String) -> String {
        "Rex: \(action) was dispatched, but no middleware of the store runs it, so it did nothing. "
            + "Add createPublisherMiddleware() to the store, and check that the action has the store's type of state."
    }

    private func warnings(in output: [UInt8]?) -> [String] {
        String(decoding: output ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("Rex:") }
    }
}
#endif
