// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore
import RexTestSupport
import Testing

#if DEBUG
/// A reducer that starts the next run at an answer, before and after the request's feature.
@Suite struct RequestOrderTests {
    private typealias Steps = Feature<RequestAction<Int, Int>, Request<Int, Int>, Void>

    private struct Refused: Error {}

    private static func request() -> Steps {
        .request(file: "App/Steps.swift", line: 7) { step, _ in
            if step == 5 { throw Refused() }
            return step
        }
    }

    private static let next = Steps { action, request in
        switch action {
        case .answered(let step) where step < 3: request.start(step + 1)
        case .failed: request.start(1)
        default: break
        }
    }

    /// The phase after all runs.
    private static func end(of feature: Steps, startingAt step: Int) async -> String {
        let store = Store(initialState: Request(), feature: feature, dependencies: ())
        store.dispatch(.start(step))
        // Replacing a run explicitly is not an error.
        store.dispatch(.start(step))
        await store.settled()
        return "\(store.state.phase)"
    }

    @Test func runEndedAtOnceByAnAnswerIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let end = await Self.end(of: Self.next <> Self.request(), startingAt: 1)
            report("ends as \(end)")
        }
        expectMessage(
            of: result,
            contains:
                "A reducer has started the request at App/Steps.swift:7 while the answer of its last run was reduced.",
            "Put the reducer after the request's feature."
        )
    }

    @Test func runEndedAtOnceByAFailureIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = await Self.end(of: Self.next <> Self.request(), startingAt: 5)
        }
        expectMessage(of: result, contains: "A reducer has started the request at App/Steps.swift:7")
    }

    @Test func runStartedAfterTheFeatureIsNotReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            #expect(await Self.end(of: Self.request() <> Self.next, startingAt: 1) == "done(3)")
        }
        #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("Rex:") } == false)
    }

    /// Without a store, no effect sees a run.
    @Test func reducerAloneIsNotReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var request = Request<Int, Int>()
            let feature = Self.next <> Self.request()
            for action: RequestAction<Int, Int> in [.start(1), .answered(1)] {
                feature.reducer.reduce(action, &request)
            }
            #expect("\(request.phase)" == "done(2)")
        }
        #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains("Rex:") } == false)
    }
}
#endif
