// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTesting

extension Workload {
    static let oneSearchInOrder = tests(
        "T1 in order",
        "a test of a search with a superseded trigger and an answer"
    ) { count, test in
        for _ in 0..<count { test(.inOrder) }
    } of: {
        testSearch($0)
    }

    static let oneSearchExplored = tests(
        "T1 explored",
        "the same under one of many orders of its steps"
    ) { count, test in
        // The search has 8 orders, and an exploration ends when it has tried all of them.
        for done in stride(from: 0, to: count, by: 8) { exploreSchedules(min(8, count - done), seed: 1, test) }
    } of: {
        testSearch($0)
    }

    static let randomProgram = tests(
        "T2",
        "a random program: 20 actions with effects that wait, send and are superseded, under one order"
    ) {
        exploreSchedules($0, seed: 1, $1)
    } of: {
        testProgram($0)
    }

    /// A workload that runs a test `count` times.
    private static func tests(
        _ name: String,
        _ work: String,
        _ run: @escaping @Sendable (_ count: Int, _ test: (Schedule) -> Void) -> Void,
        of test: @escaping @Sendable (Schedule) -> Void
    ) -> Workload {
        Workload(name: name, work: work, actions: 1, counted: 10) {
            let done = Box(0)
            return Contest { count in
                run(count) { schedule in
                    test(schedule)
                    done.value += 1
                }
            } complaint: {
                done.value > 0 ? nil : "nothing was tested"
            }
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

private func testSearch(_ schedule: Schedule) {
    let test = TestStore(initialState: SearchState(), reducer: reducer, middleware: search, schedule: schedule)
    test.send(.typed("s")) { $0.text = "s" }
    test.send(.typed("sw")) { $0.text = "sw" }
    test.advance(by: .milliseconds(300))
    test.receive(.found(["sw"])) { $0.results = ["sw"] }
    test.finish()
}

private func testProgram(_ schedule: Schedule) {
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
}
