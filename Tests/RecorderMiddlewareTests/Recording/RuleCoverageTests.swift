// SPDX-License-Identifier: MIT

import BridgeMiddleware
import EffectMiddleware
import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import struct RecorderMiddleware.RecordingCoverage

private typealias Numbers = AnyMiddleware<Int, Int, Int>
private typealias Bridges = BridgeMiddleware<Int, Int, Int>
private typealias Effects = EffectMiddleware<Int, Int, Int>

private struct Global: Sendable {
    let number: Int
}

private struct Row: Identifiable, Sendable {
    let id: Int
}

/// The coverage of registered rules.
@Suite struct RuleCoverageTests {
    private static func bridge(from old: Int, to new: Int, line: UInt = #line) -> Bridges {
        Bridges().bridge({ $0 == old ? new : nil }, line: line)
    }

    private static func effect(on number: Int, named name: String? = nil, line: UInt = #line) -> Effects {
        Effects().on({ $0 == number ? () : nil }, named: name, line: line) { _, _ in }
    }

    private static var gated: GatedMiddleware<IdentityMiddleware<Int, Int, Int>> {
        IdentityMiddleware<Int, Int, Int>().gated(controlAction: { $0 == 7 ? true : nil }, default: .active, line: 70)
    }

    /// Registers a rule that occurs with each action.
    private static var counting: Numbers {
        let rule = ActionSource.Step.here(kind: "own", text: "Own rule", line: 900)
        return Numbers { _, output in
            output.post(.rule, .rule(rule, uses: 0))
        } handle: { _, _, _ in
            IO { output in output.post(.rule, .rule(rule, uses: 1)) }
        }
    }

    /// A middleware with a rule of each kind.
    ///
    /// The line identifies the rule.
    private static var all: Numbers {
        Numbers(bridge(from: 1, to: 2, line: 10) <> bridge(from: 3, to: 4, line: 20))
            <> effect(on: 5, named: "five", line: 30) <> effect(on: 6, line: 40) <> gated <> counting
    }

    private func lines(_ coverage: RecordingCoverage) -> [String] {
        coverage.rules.map { "\($0.kind) \($0.line): \($0.count)" }
    }

    @Test func rulesOfEachKindAreNamedBeforeTheyOccur() {
        let recorder = Recorder<Int, Int>()
        let store = Store(
            initialState: 0,
            reducer: Reducer<Int, Int>.identity,
            middleware: Self.all <> recorder.middleware
        )
        let coverage = recorder.recording().coverage
        #expect(
            lines(coverage) == [
                "bridge 10: 0", "bridge 20: 0", "effect 30: 0", "effect 40: 0", "gate 70: 0", "own 900: 0",
            ]
        )
        #expect(coverage.missingRules == coverage.rules)
        #expect(
            coverage.rules.map(\.text) == [
                "Bridge at RuleCoverageTests.swift:10", "Bridge at RuleCoverageTests.swift:20",
                "Effect five at RuleCoverageTests.swift:30", "Effect at RuleCoverageTests.swift:40",
                "Gate at RuleCoverageTests.swift:70", "Own rule",
            ]
        )
        #expect(
            "\(coverage.missingRules)" == """
                [Bridge at RuleCoverageTests.swift:10, Bridge at RuleCoverageTests.swift:20, \
                Effect five at RuleCoverageTests.swift:30, Effect at RuleCoverageTests.swift:40, \
                Gate at RuleCoverageTests.swift:70, Own rule at RuleCoverageTests.swift:900]
                """
        )
        withExtendedLifetime(store) {}
    }

    @Test func occurringRulesAreCountedOnce() async {
        let recorder = Recorder<Int, Int>()
        let store = Store(
            initialState: 0,
            reducer: Reducer<Int, Int>.identity,
            middleware: Self.all <> recorder.middleware
        )
        for action in [1, 1, 5, 7] { store.dispatch(action) }
        await store.settled()
        #expect(
            lines(recorder.recording().coverage) == [
                "bridge 10: 2", "bridge 20: 0", "effect 30: 1", "effect 40: 0", "gate 70: 1", "own 900: 6",
            ]
        )
    }

    @Test func liftedRulesAreNamed() {
        let recorder = Recorder<Global, Global>()
        let lifted = Self.all.lift(inputAction: \Global.number, outputAction: Global.init, state: \Global.number)
        let alone = Self.bridge(from: 1, to: 2, line: 50)
            .lift(inputAction: \Global.number, outputAction: Global.init, state: \Global.number)
        let effects = Self.effect(on: 1, line: 60)
            .lift(inputAction: \Global.number, outputAction: Global.init, state: \Global.number)
        let store = Store(
            initialState: Global(number: 0),
            reducer: .identity,
            middleware: recorder.middleware <> lifted <> alone <> effects
        )
        store.dispatch(Global(number: 3))
        #expect(
            lines(recorder.recording().coverage) == [
                "bridge 10: 0", "bridge 20: 1", "effect 30: 0", "effect 40: 0", "bridge 50: 0",
                "effect 60: 0", "gate 70: 0", "own 900: 2",
            ]
        )
    }

    @Test func bridgesAndEffectsOfACollectionAreNamed() {
        typealias RowAction = ElementIDAction<Int, Int>
        let recorder = Recorder<RowAction, [Row]>()
        let bridges = BridgeMiddleware<Int, Int, Row>().bridge({ $0 == 1 ? 2 : nil }, line: 10).bridge(
            { $0 == 3 ? 4 : nil },
            line: 20
        )
        .lift(.case(CasePath(extract: { (action: RowAction) in action }, embed: { $0 }), each: \[Row].self))
        let effects = EffectMiddleware<Int, Int, Row>().on({ $0 == 5 ? () : nil }, line: 30) { _, _ in }
            .lift(.case(CasePath(extract: { (action: RowAction) in action }, embed: { $0 }), each: \[Row].self))
        let store = Store(
            initialState: [Row(id: 1)],
            reducer: Reducer<RowAction, [Row]>.identity,
            middleware: bridges <> effects <> recorder.middleware
        )
        store.dispatch(ElementIDAction(id: 1, action: 3))
        #expect(lines(recorder.recording().coverage) == ["bridge 10: 0", "bridge 20: 1", "effect 30: 0"])
    }

    @Test func rulesOfAGatedMiddlewareAreNamed() {
        let recorder = Recorder<Int, Int>()
        let gated = Self.bridge(from: 1, to: 2, line: 10).gated(state: { $0 > 0 })
        let store = Store(
            initialState: 0,
            reducer: Reducer<Int, Int>.identity,
            middleware: gated <> recorder.middleware
        )
        store.dispatch(1)
        #expect(lines(recorder.recording().coverage) == ["bridge 10: 0"])
    }

    @Test func eachRecorderHasTheRulesOfItsStores() {
        let (shared, own) = (Recorder<Int, Int>(), Recorder<Int, Int>())
        func makeStore(_ middleware: sending Numbers) -> Store<Int, Int> {
            Store(initialState: 0, reducer: .identity, middleware: middleware)
        }
        let first = makeStore(Self.bridge(from: 1, to: 2, line: 10) <> shared.middleware)
        let second = makeStore(Self.bridge(from: 1, to: 2, line: 10) <> shared.middleware <> own.middleware)
        let third = makeStore(Self.bridge(from: 1, to: 2, line: 30) <> Self.effect(on: 1, line: 40))
        for store in [first, second, third] { store.dispatch(1) }
        #expect(lines(shared.recording().coverage) == ["bridge 10: 2"])
        #expect(lines(own.recording().coverage) == ["bridge 10: 1"])
    }

    @Test func rulesOfEndedStoresAreKnownAndReleased() {
        final class Token: Sendable {}
        let recorder = Recorder<Int, Int>()
        weak var released: Token?
        do {
            let token = Token()
            released = token
            let bridges = Bridges().bridge({ _ in withExtendedLifetime(token) { nil } }, line: 10)
            let store = Store(
                initialState: 0,
                reducer: Reducer<Int, Int>.identity,
                middleware: bridges <> recorder.middleware
            )
            store.dispatch(1)
        }
        #expect(released == nil)
        #expect(lines(recorder.recording().coverage) == ["bridge 10: 0"])
    }

    /// A bridge, a debounced effect and a gate on one line.
    @Test func readRecordingNamesRulesLikeALiveOne() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("rules.rex")
        let effects = Effects().on({ $0 == 1 ? $0 : nil }, .latest.debounced(for: .seconds(1_000)), line: 10) { _, _ in
        }
        .on({ $0 == 1 ? $0 : nil }, line: 10) { _, effect in effect.send(5) }
        let rules = Numbers(Self.bridge(from: 1, to: 2, line: 10)) <> effects
        let recorder = Recorder<Int, Int>(file: path)
        let store = Store(
            initialState: 0,
            reducer: Reducer<Int, Int>.identity,
            middleware: rules <> Self.gated <> recorder.middleware
        )
        store.dispatch(1)
        store.dispatch(1)
        let live = recorder.recording()
        let fromFile = try Recording<Int, Int>(file: path)
        let fromLines = try Recording<Int, Int>(jsonLines: live.text(as: .jsonLines))
        func names(_ coverage: RecordingCoverage) -> [String] {
            coverage.rules.filter { $0.kind != "gate" }.map { "\($0.text): \($0.count)" }
        }
        let expected = names(live.coverage)
        #expect(
            expected.map { $0.replacing(/: \d+$/, with: "") } == [
                "Bridge at RuleCoverageTests.swift:10", "Effect at RuleCoverageTests.swift:10",
            ]
        )
        for _ in 1...20 {
            #expect(names(fromFile.coverage) == expected)
            #expect(names(fromLines.coverage) == expected)
        }
        withExtendedLifetime(store) {}
    }
}
