// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTesting

extension Workload {
    static let oneSearchInOrder = Workload(
        name: "T1 in order",
        work: "a test of a search: two triggers, of which one is superseded, and its answer",
        actions: 1,
        counted: 10
    ) {
        let tests = Box(0)
        return Contest {
            for _ in 0..<$0 { testSearch(.inOrder, tests) }
        } complaint: {
            tests.value > 0 ? nil : "nothing was found"
        }
    }

    static let oneSearchExplored = Workload(
        name: "T1 explored",
        work: "the same under one of many orders of its steps",
        actions: 1,
        counted: 10
    ) {
        let tests = Box(0)
        return Contest { count in
            exploreSchedules(count, seed: 1) { testSearch($0, tests) }
        } complaint: {
            tests.value > 0 ? nil : "nothing was found"
        }
    }
}

extension Workload {
    static let randomProgram = Workload(
        name: "T2",
        work: "a random program: 20 actions with effects that wait, send and are superseded, under one order",
        actions: 1,
        counted: 10
    ) {
        let tests = Box(0)
        return Contest { count in
            exploreSchedules(count, seed: 1) { schedule in
                let test = TestStore(
                    initialState: SearchState(),
                    reducer: reducer,
                    middleware: search,
                    checks: .onlyWhatIsSaid,
                    schedule: schedule
                )
                for number in 0..<20 {
                    test.send(.typed("\(number)"))
                    if schedule.bool() { test.advance(by: .milliseconds(schedule.int(in: 0...400))) }
                }
                test.run()
                test.expect { $0.results == [$0.text] }
                tests.value += 1
            }
        } complaint: {
            tests.value > 0 ? nil : "nothing was tested"
        }
    }
}

private enum SearchAction: Sendable, Equatable {
    case typed(String)
    case found([String])

    var typed: String? { if case .typed(let text) = self { text } else { nil } }
}

private struct SearchState: Sendable, Equatable {
    var text = ""
    var results: [String] = []
}

private let search = EffectMiddleware<SearchAction, SearchAction, SearchState>()
    .on(\.typed, .latest.debounced(for: .milliseconds(300)), named: "search") { text, effect in
        effect.send(.found([text]))
    }

private let reducer = Reducer<SearchAction, SearchState>.reduce { action, state in
    switch action {
    case .typed(let text): state.text = text
    case .found(let results): state.results = results
    }
}

private func testSearch(_ schedule: Schedule, _ tests: Box<Int>) {
    let test = TestStore(initialState: SearchState(), reducer: reducer, middleware: search, schedule: schedule)
    test.send(.typed("s")) { $0.text = "s" }
    test.send(.typed("sw")) { $0.text = "sw" }
    test.advance(by: .milliseconds(300))
    test.receive(.found(["sw"])) { $0.results = ["sw"] }
    test.finish()
    tests.value += 1
}
