// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct EffectMapTests {
    private struct Row: Sendable, Identifiable { var id = 1, isOn = true, keys = [1] }

    private enum RowAction: Sendable { case go(Int) }

    private struct Table: Sendable { var rows = [Row()], row: Row? }

    private static let each = CasePath<ElementIDAction<Int, RowAction>, ElementIDAction<Int, RowAction>>(
        extract: { $0 },
        embed: { $0 },
        name: "row"
    )

    private let started = Recorder<String>()

    /// A feature with a rule of each form and with each option.
    private var feature: Feature<RowAction, Row, Recorder<String>> {
        Feature { _, _ in
        } effects: { effects, log in
            let trigger: @Sendable (RowAction) -> Int? = { if case .go(let number) = $0 { number } else { nil } }
            let run: @Sendable (Int, Effect<RowAction, RowAction, Row>) async -> Void = { _, _ in log.record("run") }
            effects.on(trigger, named: "plain", file: "App/Row.swift", line: 1, run: run)
            effects.on(trigger, .each(limit: 2).by { $0 }, file: "App/Row.swift", line: 2, run: run)
            effects.on(trigger, .first.timeout(.seconds(5)), file: "App/Row.swift", line: 3, run: run)
            effects.on(trigger, .keepingLatest.throttled(for: .seconds(1)), file: "App/Row.swift", line: 4, run: run)
            effects.on(
                trigger,
                .latest.debounced(for: .milliseconds(300)).retrying(3),
                named: "search",
                file: "App/Row.swift",
                line: 5,
                run: run
            )
            effects.during(\.isOn, named: "on", file: "App/Row.swift", line: 6) { _ in log.record("run") }
            effects.forEach(\.keys, .each(limit: 3), file: "App/Row.swift", line: 7, run: run)
            effects.on(
                trigger,
                .each.retrying(2, delay: .constant(.seconds(1))) { _ in true }.priority(.high),
                file: "App/Row.swift",
                line: 8,
                run: run
            )
            effects.on(
                trigger,
                .first.throttled(for: .seconds(1), latest: false)
                    .retrying(2, delay: .exponential(from: .seconds(1), upTo: .seconds(9), jitter: 0.5)),
                file: "App/Row.swift",
                line: 9,
                run: run
            )
        }
    }

    private let lines = [
        "Effect plain at Row.swift:1, a function of the action, each",
        "Effect at Row.swift:2, a function of the action, each(limit: 2), by Int",
        "Effect at Row.swift:3, a function of the action, first, timeout 5.0 seconds",
        "Effect at Row.swift:4, a function of the action, keepingLatest, throttled for 1.0 seconds",
        "Effect search at Row.swift:5, a function of the action, latest, debounced for 0.3 seconds, retrying 3",
        "Effect on at Row.swift:6, a function of the state",
        "Effect at Row.swift:7, a function of the state, each(limit: 3)",
        "Effect at Row.swift:8, a function of the action, each, retrying 2 after 1.0 seconds if a function of the error, "
            + "priority high",
        "Effect at Row.swift:9, a function of the action, first, throttled for 1.0 seconds without the latest, "
            + "retrying 2 after 1.0 seconds, then 2.0 times as long up to 9.0 seconds with a jitter of 0.5",
    ]

    @Test func eachRuleHasItsPlaceAndItsPolicy() {
        let map = feature.map(started)
        #expect(map.children.map(\.step.text) == lines)
        #expect(map.children.allSatisfy { $0.step.kind == "effect" && $0.step.file == "App/Row.swift" })
        #expect(map.children.map(\.step.line) == Array(1...9))
    }

    @Test func liftedRulesAreInTheirLift() {
        let rows = feature.lift(.case(Self.each, each: \Table.rows))
        #expect(rows.map(started).children.map(\.step.text) == ["row, each of \\Table.rows"])
        #expect(rows.map(started).children[0].children.map(\.step.text) == lines)
        let maybe = feature.lift(.case(CasePath(extract: { $0 }, embed: { $0 }), optional: \Table.row))
        #expect(maybe.map(started).children.map(\.step.text) == ["A case, optional \\Table.row"])
        #expect(maybe.map(started).children[0].children.map(\.step.text) == lines)
    }

    @Test func mapStartsNoTask() async {
        _ = feature.map(started).description
        #expect(started.events.isEmpty)
        // The state has a rule's condition, so a store starts the run at once.
        let store = Store(initialState: Row(), feature: feature, dependencies: started)
        await store.settled()
        #expect(started.events.count == 2)
    }
}
