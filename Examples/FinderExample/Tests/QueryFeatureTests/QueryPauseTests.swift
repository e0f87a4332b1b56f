// SPDX-License-Identifier: MIT

import QueryFeature
import RexCore
import RexTesting
import Testing

/// Tests of the actions that the query sends, and of their times.
@Suite struct QueryPauseTests {
    private static func test(_ schedule: Schedule = .inOrder) -> TestStore<QueryAction, QueryState> {
        TestStore(
            initialState: QueryState(),
            feature: query,
            dependencies: .milliseconds(60),
            schedule: schedule
        )
    }

    @Test func onlyTextThatRestsIsSent() {
        let test = Self.test()
        test.send(.edit(.insert("a"))) { $0 = QueryState(text: "a") }
        test.advance(by: .milliseconds(59))
        test.send(.edit(.insert("b"))) { $0 = QueryState(text: "ab") }
        test.advance(by: .milliseconds(59))
        test.send(.edit(.backspace)) { $0 = QueryState(text: "a") }
        test.advance(by: .milliseconds(60))
        test.receive(.settled("a"))
        test.finish()
    }

    @Test func eachRestIsSent() {
        let test = Self.test()
        for text in ["a", "ab", "abc"] {
            test.send(.edit(.insert(text.last ?? " "))) { $0 = QueryState(text: text) }
            test.advance(by: .milliseconds(60))
            test.receive(.settled(text))
        }
        test.finish()
    }

    @Test func noScheduleSendsAnOlderTextLast() {
        exploreSchedules(200) { schedule in
            let test = Self.test(schedule)
            for character in "needle" {
                test.send(.edit(.insert(character))) { $0 = QueryState(text: $0.text + String(character)) }
                test.advance(by: .milliseconds(40))
            }
            test.advance(by: .milliseconds(20))
            test.receive(.settled("needle"))
            test.finish()
        }
    }
}
