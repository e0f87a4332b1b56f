// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import Testing

@testable import RecorderMiddleware

import class RecorderMiddleware.Recorder

@Suite struct RuleListWhiteBoxTests {
    private static let bridges = BridgeMiddleware<Int, Int, Int>()
        .bridge { number in number == 1 ? 10 : nil }
        .bridge { number in number == 2 ? 20 : nil }

    private func store(_ recorder: Recorder<Int, Int>) -> Store<Int, Int> {
        Store(initialState: 0, reducer: .identity, middleware: Self.bridges <> recorder.middleware)
    }

    /// Once, each store left the rules of its bridges behind.
    @Test func endedStoresLeaveNothingInASharedRecorder() {
        let recorder = Recorder<Int, Int>(capacity: 10)
        for _ in 0..<50 { store(recorder).dispatch(1) }
        #expect(recorder.rules.withLock { $0.all }.count == 2)
        let two = [store(recorder), store(recorder)]
        #expect(recorder.rules.withLock { $0.all }.count == 2)
        #expect(recorder.recording().coverage.rules.count == 2)
        withExtendedLifetime(two) {}
    }

    @Test func equalRulesAreMergedInTheOrderOfTheirFirst() {
        let step = ActionSource.Step.here(kind: "gate", text: "Gate")
        let other = ActionSource.Step.here(kind: "gate", text: "Other gate")
        var rules = RuleList()
        for (rule, uses) in [(step, 0), (other, 1), (step, 0), (step, 5), (other, 2), (step, 2)] {
            rules.add(rule, uses: uses)
        }
        #expect(rules.all.map(\.rule) == [step, other])
        #expect(rules.all.map(\.uses) == [7, 3])
    }
}
