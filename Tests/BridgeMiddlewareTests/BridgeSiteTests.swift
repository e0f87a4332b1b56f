// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import RexTestSupport
import Testing

private let active = AppAction.lifecycle(.didBecomeActive)
private let start = AppAction.reachability(.startMonitoring)

private func mapping(_ action: AppAction) -> AppAction? { action == active ? start : nil }

/// Returns the location of the first bridge, as the `info` of its action has it.
private func location(_ bridges: Bridges) -> String? {
    let infos = Recorder<String?>()
    bridges.handle(action: active, from: .here(info: nil)) { AppState() }.run { infos.record($0.dispatcher.info) }
    guard case let info?? = infos.events.first else { return nil }
    return info.split(separator: " at ").last.map(String.init)
}

/// Returns the rules that the bridges register, before and after an action that each of them
/// answers.
private func declared(
    by bridges: sending some MiddlewareProtocol<AppAction, AppAction, AppState>,
    answering action: AppAction
) -> (before: [(rule: ActionSource.Step, count: Int)], after: [(rule: ActionSource.Step, count: Int)]) {
    let log = RuleLog()
    let store = Store(initialState: AppState(), reducer: .identity, middleware: bridges <> log.middleware())
    let before = Array(zip(log.rules, log.counts))
    store.dispatch(action)
    return (before, Array(zip(log.rules, log.counts)))
}

@Suite struct BridgeSiteTests {
    @Test func everyFormUsesTheGivenFileFunctionAndLine() {
        let forms = [
            Bridges().bridge(mapping, file: "A/B.swift", function: "f", line: 3),
            Bridges().bridge(mapping, when: { _ in true }, file: "A/B.swift", function: "f", line: 3),
            Bridges().bridge(
                mapping,
                when: \.settings.shouldUseReachability,
                file: "A/B.swift",
                function: "f",
                line: 3
            ),
            Bridges().bridgeWithState({ action, _ in mapping(action) }, file: "A/B.swift", function: "f", line: 3),
        ]
        #expect(forms.map(location) == forms.map { _ in "B.swift, f:3" })
    }

    @Test func everyFormNamesItsCallByDefault() {
        let forms: [(line: UInt, bridges: Bridges)] = [
            (#line, Bridges().bridge(mapping)),
            (#line, Bridges().bridge(mapping, when: { _ in true })),
            (#line, Bridges().bridge(mapping, when: \.settings.shouldUseReachability)),
            (#line, Bridges().bridgeWithState { action, _ in mapping(action) }),
        ]
        #expect(
            forms.map { location($0.bridges) } == forms.map { "BridgeSiteTests.swift, \(#function):\($0.line)" }
        )
    }

    /// The source of each sent action shows which bridge sent it, so a bridge itself counts
    /// nothing.
    @Test func bridgesAreDeclaredInOrderWithTheirLocationsAndNoCounts() {
        let bridges = Bridges()
            .bridge(\AppAction.lifecycle --> start, file: "A/Far.swift", function: "one()", line: 3)
            .bridgeWithState({ action, _ in mapping(action) }, file: "B/Near.swift", function: "two()", line: 4)
        let rules = declared(by: bridges, answering: active)
        let steps = [
            ActionSource.Step(
                kind: "bridge",
                text: "Bridge at Far.swift:3",
                file: "A/Far.swift",
                function: "one()",
                line: 3
            ),
            ActionSource.Step(
                kind: "bridge",
                text: "Bridge at Near.swift:4",
                file: "B/Near.swift",
                function: "two()",
                line: 4
            ),
        ]
        for rules in [rules.before, rules.after] {
            #expect(rules.map(\.rule) == steps)
            #expect(rules.map(\.count) == [0, 0])
        }
        #expect(declared(by: Bridges(), answering: active).after.isEmpty)
    }

    @Test func bridgesOfACollectionAreDeclaredOnceForAllElements() {
        let rows = BridgeMiddleware<RowAction, RowAction, Row>()
            .bridge({ $0 == .tapped ? .highlighted("yes") : nil }, file: "A/Rows.swift", function: "rows()", line: 5)
        let bridges = rows.lift(.case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \AppState.rows))
        let action = AppAction.row(ElementIDAction(id: 1, action: .tapped))
        #expect(declared(by: bridges, answering: action).after.map(\.rule.text) == ["Bridge at Rows.swift:5"])
    }

    @Test func liftedBridgeWithStateReturnsNoIOForAForeignAction() {
        let called = Recorder<RowAction>()
        let rows = BridgeMiddleware<RowAction, RowAction, Row>()
            .bridgeWithState { action, _ in
                called.record(action)
                return .highlighted("yes")
            }
        let lifted = rows.lift(.case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \AppState.rows))
        let local = rows.lift(
            inputAction: { (action: AppAction) in action.row?.action },
            outputAction: { AppAction.row(ElementIDAction(id: 1, action: $0)) },
            state: { (_: AppState) in Row(id: 1) }
        )
        let own = AppAction.row(ElementIDAction(id: 1, action: .tapped))
        func isPure(_ middleware: some MiddlewareProtocol<AppAction, AppAction, AppState>, _ action: AppAction) -> Bool
        {
            middleware.handle(action: action, from: .here()) { AppState(rows: [Row(id: 1)]) }.isPure
        }
        #expect([active, own].map { isPure(lifted, $0) } == [true, false])
        #expect([active, own].map { isPure(local, $0) } == [true, false])
        #expect(called.events.isEmpty)
    }
}
