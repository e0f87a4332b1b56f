// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import RexTestSupport
import Testing

private let start = AppAction.reachability(.startMonitoring)

private func isCount(_ action: AppAction) -> Bool { action.isCount }

/// Regression: a plain `Bool` became a `Bool?` that is never nil, so every action matched.
@Suite struct BoolFormsTests {
    /// Every form of a bridge from `.count`.
    static let forms: [(name: String, bridges: Bridges)] = [
        ("key path --> action", Bridges().bridge(\AppAction.isCount --> start)),
        ("key path --> function", Bridges().bridge(\AppAction.isCount --> { _ in start })),
        ("key path without root --> implicit member", Bridges().bridge(\.isCount --> .reachability(.startMonitoring))),
        ("function --> action", Bridges().bridge(isCount --> start)),
        ("closure --> action", Bridges().bridge({ $0 == .count } --> start)),
        ("closure --> function", Bridges().bridge({ $0 == .count } --> { _ in start })),
        ("key path --> action, when", Bridges().bridge(\AppAction.isCount --> start, when: { _ in true })),
        (
            "key path --> action, when key path",
            Bridges().bridge(\AppAction.isCount --> start, when: \.settings.shouldUseReachability)
        ),
        ("key path >=> function", Bridges().bridge(\AppAction.isCount >=> { _ in start })),
        ("key path >=> function --> action", Bridges().bridge(\AppAction.isCount >=> { _ in 1 } --> start)),
    ]

    /// Every form of a bridge from the payload of `.toggled`, an optional `Bool`.
    static let payloadForms: [(name: String, bridges: Bridges)] = [
        ("-->", Bridges().bridge(\AppAction.toggled --> { .typed("\($0)") })),
        (">=>", Bridges().bridge(\AppAction.toggled >=> { .typed("\($0)") })),
        ("closure", Bridges().bridge({ (action: AppAction) in action.toggled } --> { .typed("\($0)") })),
    ]

    /// Returns the derived actions without using a store, where bridges that answer their own
    /// actions would never end.
    private func answers(to actions: [AppAction], of bridges: Bridges) -> [AppAction] {
        let answers = Recorder<AppAction>()
        let state = AppState(count: 1)
        for action in actions {
            bridges.handle(action: action, from: .here(), state: { state }).run { answers.record($0.action) }
        }
        return answers.events
    }

    @Test(arguments: forms.map(\.name))
    func boolMatchesIfItIsTrue(name: String) throws {
        let bridges = try #require(Self.forms.first { $0.name == name }?.bridges)
        #expect(answers(to: [.typed("unrelated")], of: bridges) == [])
        #expect(answers(to: [.count], of: bridges) == [start])
    }

    @Test(arguments: payloadForms.map(\.name))
    func optionalBoolMatchesIfItIsFalseToo(name: String) throws {
        let bridges = try #require(Self.payloadForms.first { $0.name == name }?.bridges)
        #expect(
            answers(to: [.count, .toggled(false), .toggled(true)], of: bridges) == [.typed("false"), .typed("true")]
        )
    }
}
