// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTesting
import Testing

@Suite struct SearchTests {
    @Test func onlyTheResultOfTheNewestSearchIsShown() {
        let test = TestStore(initialState: SearchState(), reducer: .search, middleware: EffectMiddleware.search(.stub))
        test.send(.typed("s")) { $0.text = "s" }
        test.send(.typed("sw")) { $0.text = "sw" }
        test.advance(by: .milliseconds(300))
        test.receive(.found(["swift"])) { $0.results = ["swift"] }
        test.finish()
    }

    /// A superseded trigger leaves no deadline.
    @Test func supersededTriggerHasNoDeadline() {
        let test = TestStore(initialState: SearchState(), reducer: .search, middleware: EffectMiddleware.search(.stub))
        test.send(.typed("s")) { $0.text = "s" }
        test.advance(by: .milliseconds(200))
        test.send(.typed("sw")) { $0.text = "sw" }
        #expect(test.runs.map(\.waitsFor) == [.time(.milliseconds(500))])
        test.advance()
        #expect(test.clock.now.offset == .milliseconds(500))
        test.receive(.found(["swift"])) { $0.results = ["swift"] }
        test.finish()
    }

    /// The timer of the middleware, which sleeps until the first deadline.
    @Test func supersededTriggerKeepsOtherDeadlines() {
        let test = TestStore(
            initialState: SearchState(),
            reducer: .search,
            middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                .on(\.typed, .latest.debounced(for: .milliseconds(300)).by { $0 }, named: "search") { text, effect in
                    effect.send(.found([text]))
                },
            checks: .onlyWhatIsSaid
        )
        for text in ["a", "b", "a"] {
            test.send(.typed(text))
            test.advance(by: .milliseconds(50))
        }
        #expect(test.runs.map(\.waitsFor) == [.time(.milliseconds(350))])
        test.advance()
        #expect(test.state.results == ["b"])
        test.advance()
        #expect(test.state.results == ["a"])
        #expect(test.clock.now.offset == .milliseconds(400))
        test.finish()
    }

    @Test func noScheduleShowsAnOldAnswer() {
        exploreSchedules(1_000) { schedule in
            let test = TestStore(
                initialState: SearchState(),
                reducer: .search,
                middleware: EffectMiddleware.search(SearchAPI { text in [text] }),
                schedule: schedule
            )
            test.send(.typed("s")) { $0.text = "s" }
            test.advance(by: .milliseconds(300))
            test.send(.typed("sw")) { $0.text = "sw" }
            test.advance(by: .milliseconds(300))
            test.skipActions()
            test.expect { $0.results == [$0.text] }
            test.finish()
        }
    }

    @Test func nothingIsFoundAfterClearing() {
        exploreSchedules(500) { schedule in
            let test = searchStore(schedule: schedule)
            test.send(.typed("s")) { $0.text = "s" }
            test.advance(by: .milliseconds(300))
            test.send(.cleared) { $0 = SearchState() }
            test.skipActions()
            test.expect { $0 == SearchState() }
            test.finish()
        }
    }

    @Test func runsAreNamedWithTheirRulesAndKeys() {
        let test = TestStore(
            initialState: SearchState(),
            reducer: .search,
            middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                .on(\.typed, .latest.by { $0 }, named: "search") { _, effect in
                    try await effect.sleep(for: .seconds(1))
                }
        )
        test.send(.typed("s")) { $0.text = "s" }
        test.send(.typed("sw")) { $0.text = "sw" }
        #expect(test.runs.map(\.key) == ["s", "sw"])
        #expect(test.runs.allSatisfy { $0.rule.hasPrefix("Effect search at SearchTests.swift:") && !$0.isCancelled })
        test.run()
        test.finish()
    }

    @Test func runIsNamedAfterTheLastStepOfItsSource() {
        func store(_ schedule: Schedule) -> TestStore<SearchAction, SearchState> {
            TestStore(
                initialState: SearchState(),
                reducer: .search,
                middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                    .on(\.cleared, named: "again") { _, effect in effect.send(.typed("s")) }
                    .on(\.typed, .latest.by { $0 }, named: "search") { _, effect in
                        try await effect.sleep(for: .seconds(1))
                    },
                schedule: schedule
            )
        }
        let test = store(.inOrder)
        test.send(.cleared)
        test.receive(.typed("s")) { $0.text = "s" }
        #expect(test.runs.map(\.key) == ["s"])
        #expect(test.runs.allSatisfy { $0.rule.hasPrefix("Effect search at ") })
        test.run()
        test.finish()
        let text = failures { exploreSchedules(1) { store($0).send(.cleared) } }.first ?? ""
        #expect(text.contains(/Effect search at SearchTests.swift:\d+ for s \[run 2\] starts/))
    }
}
