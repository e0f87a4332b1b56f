// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Failed expectations of swift-testing in explorations.
@Suite struct NoticedClaimTests {
    private func store(_ schedule: Schedule) -> TestStore<SearchAction, SearchState> {
        TestStore(
            initialState: SearchState(),
            reducer: .search,
            middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                .on(\.typed, .each, named: "search") { text, effect in effect.send(.found([text])) },
            checks: .onlyWhatIsSaid,
            schedule: schedule
        )
    }

    @Test func expectationThatFailsInAnOrderIsReportedOnceWithItsSteps() {
        let runs = Lock(0)
        let line = #line + 7
        let texts = failures {
            exploreSchedules(1_000, seed: 3) { schedule in
                runs.withLock { $0 += 1 }
                let test = store(schedule)
                for text in ["s", "sw"] { test.send(.typed(text)) }
                test.run()
                #expect(test.state.results == ["sw"], "the newest")
            }
        }
        #expect(texts.count == 1)
        #expect(
            texts[0].contains("reordered steps, marked with !, are enough") || texts[0].contains("One reordered step"),
            "\(texts)"
        )
        #expect(texts[0].contains("send(.typed(\"sw\"))"))
        #expect(texts[0].contains("The failure at NoticedClaimTests.swift:\(line):\n"), "\(texts)")
        #expect(texts[0].contains("the newest"))
        #expect(runs.withLock { $0 } < 1_000)
    }

    @Test func failedExpectationsOfAnAsynchronousBodyAndItsTasksFailTheSchedule() async throws {
        let texts = try await failuresThrowing {
            try await exploreSchedules(100) { schedule in
                let number = schedule.int(in: 0...3)
                await Task.yield()
                #expect(number < 2)
            }
            exploreSchedules(100) { schedule in
                let listening = EffectMiddleware<SearchAction, SearchAction, SearchState>()
                    .on(\.typed) { text, _ in
                        await Task.yield()
                        #expect(text != "sw")
                    }
                let test = TestStore(
                    initialState: SearchState(),
                    reducer: .search,
                    middleware: listening,
                    checks: .onlyWhatIsSaid,
                    schedule: schedule
                )
                for text in ["s", "sw"] { test.send(.typed(text)) }
                test.finish()
            }
        }
        #expect(texts.count == 2)
        #expect(texts.allSatisfy { $0.contains("Expectation failed: ") }, "\(texts)")
        #expect(texts.first?.contains("number → 2") == true, "\(texts)")
    }

    @Test func failedRequirementIsReportedOnceWithItsExpression() {
        let texts = failures {
            exploreSchedules(50) { schedule in
                let text: String? = schedule.bool() ? nil : "s"
                _ = try #require(text)
            }
        }
        #expect(texts.count == 1)
        #expect(texts[0].contains("Expectation failed: text → nil"), "\(texts)")
    }

    @Test func warningsDoNotFailASchedule() {
        let warnings = Recorder<String>()
        withKnownIssue {
            let explored = exploreSchedules(5) { schedule in
                _ = schedule.int(in: 0...99)
                Issue.record("beware", severity: .warning)
            }
            #expect(explored.count == 5)
            Issue.record("at its end")
        } matching: { issue in
            if issue.severity == .warning { warnings.record("") }
            return true
        }
        #expect(warnings.events.count == 5)
    }
}

private func failuresThrowing(_ body: () async throws -> Void) async throws -> [String] {
    var thrown: (any Error)?
    let texts = await failures { do { try await body() } catch { thrown = error } }
    if let thrown { throw thrown }
    return texts
}
