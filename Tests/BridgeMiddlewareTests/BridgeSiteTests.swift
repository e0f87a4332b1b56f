// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import RexTestSupport
import Testing

private let active = AppAction.lifecycle(.didBecomeActive)
private let start = AppAction.reachability(.startMonitoring)

private func mapping(_ action: AppAction) -> AppAction? { action == active ? start : nil }
private func derive(_: LifecycleAction) -> AppAction? { start }

/// What the action of the first bridge says of the place where the bridge was built.
private func place(_ bridges: Bridges) -> String? {
    let infos = Recorder<String?>()
    bridges.handle(action: active, from: .here(info: nil)) { AppState() }.run { infos.record($0.dispatcher.info) }
    guard case let info?? = infos.events.first else { return nil }
    return info.split(separator: " at ").last.map(String.init)
}

@Suite struct BridgeSiteTests {
    @Test func everyFormTakesFileFunctionAndLineThatAreGiven() {
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
            Bridges().bridge(on: \.lifecycle, dispatch: derive, file: "A/B.swift", function: "f", line: 3),
            Bridges().bridge(on: \.lifecycle, dispatch: start, file: "A/B.swift", function: "f", line: 3),
            Bridges().bridge(
                on: \.lifecycle,
                dispatch: derive,
                when: \.settings.shouldUseReachability,
                file: "A/B.swift",
                function: "f",
                line: 3
            ),
            Bridges().bridge(
                on: \.lifecycle,
                dispatch: start,
                when: \.settings.shouldUseReachability,
                file: "A/B.swift",
                function: "f",
                line: 3
            ),
        ]
        #expect(forms.map(place) == forms.map { _ in "B.swift, f:3" })
    }

    @Test func everyFormNamesItsCallByItself() {
        let forms: [(line: UInt, bridges: Bridges)] = [
            (#line, Bridges().bridge(mapping)),
            (#line, Bridges().bridge(mapping, when: { _ in true })),
            (#line, Bridges().bridge(mapping, when: \.settings.shouldUseReachability)),
            (#line, Bridges().bridgeWithState { action, _ in mapping(action) }),
            (#line, Bridges().bridge(on: \.lifecycle, dispatch: derive)),
            (#line, Bridges().bridge(on: \.lifecycle, dispatch: start)),
            (#line, Bridges().bridge(on: \.lifecycle, dispatch: derive, when: \.settings.shouldUseReachability)),
            (#line, Bridges().bridge(on: \.lifecycle, dispatch: start, when: \.settings.shouldUseReachability)),
        ]
        #expect(
            forms.map { place($0.bridges) } == forms.map { "BridgeSiteTests.swift, \(#function):\($0.line)" }
        )
    }

    @Test(arguments: [true, false])
    func conditionsOfTheLabelledFormsDecide(isOn: Bool) {
        let state = AppState(settings: Settings(reachabilityOptions: isOn ? .always : .never))
        let forms = [
            Bridges().bridge(on: \.lifecycle, dispatch: derive, when: \.settings.shouldUseReachability),
            Bridges().bridge(on: \.lifecycle, dispatch: start, when: \.settings.shouldUseReachability),
            Bridges().bridge(on: \.lifecycle, dispatch: derive, when: { $0().settings.shouldUseReachability }),
            Bridges().bridge(on: \.lifecycle, dispatch: start, when: { $0().settings.shouldUseReachability }),
        ]
        let sent = forms.map { bridges in
            let sent = Recorder<AppAction>()
            bridges.handle(action: active, from: .here()) { state }.run { sent.record($0.action) }
            return sent.events
        }
        #expect(sent == forms.map { _ in isOn ? [start] : [] })
    }

    @Test func liftedBridgeWithStateMakesNoWorkOfAForeignAction() {
        let called = Recorder<RowAction>()
        let rows = BridgeMiddleware<RowAction, RowAction, Row>()
            .bridgeWithState { action, _ in
                called.record(action)
                return .highlighted("yes")
            }
        let lifted: Bridges = rows.liftToCollection(action: \AppAction.row, stateCollection: \AppState.rows)
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
