// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

private typealias PartFeature = Feature<PartAction, Part, Int>
private typealias App = Feature<FeatureAction, FeatureState, FeatureWorld>

/// A middleware with an entry, which must not be used otherwise.
private struct Clock: MiddlewareProtocol, Sendable {
    var name = "Clock"
    /// Records each call besides the making of the map.
    var calls = Recorder<String>()

    func handle(action: PartAction, from dispatcher: ActionSource, state: @escaping GetState<Part>) -> IO<PartAction> {
        calls.record("handle")
        return IO { _ in calls.record("IO") }
    }

    func receiveContext(getState: @escaping GetState<Part>, output: AnyActionHandler<PartAction>) {
        calls.record("receiveContext")
    }

    func isConcerned(
        by action: PartAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<Part>
    ) -> Bool {
        calls.record("isConcerned")
        return true
    }

    var mapEntries: [FeatureMap] { [FeatureMap(.here(kind: "clock", text: name, file: "Clocks/Clock.swift", line: 7))] }
}

/// A middleware that does not say what it has.
private struct Silent<Action>: MiddlewareProtocol, Sendable {
    func handle(action: Action, from dispatcher: ActionSource, state: @escaping GetState<Part>) -> IO<Action> {
        .pure()
    }
}

/// The cases of the actions, with their names.
private enum Case {
    static let total = path(FeatureAction.total, "total")
    static let maybe = path(FeatureAction.maybe, "maybe")
    static let screen = path(FeatureAction.screen, "screen")
    static let row = path(FeatureAction.row, "row")
    static let named = path(FeatureAction.named, "named")

    private static func path<Value>(_ path: CasePath<FeatureAction, Value>, _ name: String) -> CasePath<
        FeatureAction, Value
    > {
        CasePath(extract: path.extract, embed: path.embed, caseIndex: path.caseIndex, name: name)
    }
}

@Suite struct FeatureMapTests {
    private let clock = PartFeature(middleware: Clock())
    private let reducer = PartFeature { _, part in part.count += 1 }

    private func lines(_ feature: App) -> [Substring] {
        feature.map(FeatureWorld()).description.split(separator: "\n")
    }

    private func lines(_ feature: PartFeature) -> [Substring] { feature.map(1).description.split(separator: "\n") }

    // MARK: Lifts

    @Test func liftHasItsCaseAndItsPath() {
        let app = clock.lift(case: Case.total, state: \FeatureState.total, dependencies: \FeatureWorld.factor)
        #expect(lines(app) == ["FeatureState", "  total, \\FeatureState.total", "    Clock"])
    }

    @Test func eachFormOfLiftHasItsPart() {
        let forms: [(Lift<FeatureAction, FeatureState, PartAction, Part>, String)] = [
            (.case(Case.maybe, optional: \.maybe), "maybe, optional \\FeatureState.maybe"),
            (
                .case(Case.screen, in: FeatureScreen.part, of: \.screen),
                "screen, a case in \\FeatureState.screen"
            ),
            (.case(Case.row, each: \.rows), "row, each of \\FeatureState.rows"),
            (.case(Case.named, values: \.named), "named, values of \\FeatureState.named"),
            (Lift(case: Case.maybe, part: { $0.maybe }) { _, _ in }, "maybe, the part"),
            (
                Lift(case: Case.row, parts: StateParts(elements: { $0.rows }), named: "the row") { _, _, _ in },
                "row, the row"
            ),
        ]
        for (lift, text) in forms {
            for feature in [clock, clock.adding(Silent()), reducer <> clock] {
                let app = feature.lift(lift, dependencies: \FeatureWorld.factor)
                #expect(lines(app).prefix(3) == ["FeatureState", "  \(text)", "    Clock"])
            }
            #expect(lines(reducer.lift(lift, dependencies: \FeatureWorld.factor)) == ["FeatureState", "  \(text)"])
        }
    }

    @Test func joinedLiftHasThePathsOfItsParts() {
        struct Both: Sendable { var part = Part(), total = Part() }
        let joined = JoinedPath<FeatureState, Both>(
            Both(),
            .optionalPart(\.maybe, as: \.part),
            .part(\.total, as: \.total)
        )
        let both = clock.lift(state: \Both.part).lift(
            .case(Case.maybe, joined: joined),
            dependencies: \FeatureWorld.factor
        )
        #expect(
            lines(both) == [
                "FeatureState", "  maybe, optional \\FeatureState.maybe and \\FeatureState.total", "    \\Both.part",
                "      Clock",
            ]
        )
        let always = JoinedPath<FeatureState, Both>(Both(), .part(\.rows[0], as: \.part), .part(\.total, as: \.total))
        #expect(
            lines(reducer.lift(state: \Both.part).lift(.case(Case.total, joined: always)).lift { $0.factor })
                .last == "    \\Both.part"
        )
    }

    /// A key path describes a computed property by its address.
    @Test func computedPropertyIsShownWithoutItsAddress() {
        let byCase = clock.lift(.case(Case.total, state: \FeatureState.rows[0]))
        #expect(byCase.map(1).children.map(\.step.text) == ["total, \\FeatureState.rows.<computed (Part)>"])
        let byState = Feature<Int, Part, Void>(middleware: Silent()).lift(state: \FeatureState.rows[0])
        #expect(byState.map(()).children.map(\.step.text) == ["\\FeatureState.rows.<computed (Part)>"])
    }

    @Test func nestedLiftsAreNested() {
        enum Outer: Sendable { case inner(FeatureAction) }
        let inner = CasePath<Outer, FeatureAction>(
            extract: { if case .inner(let action) = $0 { action } else { nil } },
            embed: Outer.inner,
            name: "inner"
        )
        struct World: Sendable { var app = FeatureState() }
        let app = clock.lift(.case(Case.row, each: \FeatureState.rows)).lift(case: inner, state: \World.app)
        let appended = clock.lift(
            Lift<FeatureAction, FeatureState, PartAction, Part>.case(Case.row, each: \.rows)
                .appending(.case(inner, state: \World.app))
        )
        let expected = """
            World
              inner, \\World.app
                row, each of \\FeatureState.rows
                  Clock
            """
        #expect("\(app.map(1))" == expected)
        #expect("\(appended.map(1))" == expected)
    }

    @Test func liftedMiddlewareHasTheEntriesOfTheLiftedFeature() {
        let clock = Clock()
        let byCase = clock.lift(case: Case.total, state: { (state: FeatureState) in state.total })
        #expect(byCase.mapEntries.map(\.description) == ["total, a function\n  Clock"])
        let byForm = clock.lift(.case(Case.row, each: \FeatureState.rows))
        #expect(byForm.mapEntries.map(\.description) == ["row, each of \\FeatureState.rows\n  Clock"])
        let byFunctions = clock.lift(state: { (state: FeatureState) in state.total })
        #expect(byFunctions.mapEntries.map(\.description) == ["Functions\n  Clock"])
    }

    @Test func undoableFeatureKeepsItsEntries() {
        let undoable = clock.undoable(limit: 3, undo: { $0 == .add(0) }, redo: { $0 == .add(1) })
        #expect(undoable.map(1).children.map(\.children.description) == ["[Clock]"])
    }

    // MARK: Middlewares

    @Test func compositionHasTheEntriesOfItsMembersInOrder() {
        let app = reducer.adding(Clock(name: "1")).adding(Clock(name: "2") <> Clock(name: "3"))
        #expect(lines(app) == ["Part", "  1", "  2", "  3"])
    }

    @Test func namedFeatureContainsItsEntries() {
        let app = PartFeature.combine {
            clock.adding(Clock(name: "second")).named("pair", file: "App/App.swift", line: 3)
            clock
        }
        #expect(lines(app) == ["Part", "  Middleware pair at App.swift:3", "    Clock", "    second", "  Clock"])
        let pair = app.map(1).children[0].step
        #expect(pair.kind == "middleware" && pair.file == "App/App.swift" && pair.line == 3)
    }

    @Test func unknownMiddlewareHasItsType() {
        let app = clock.adding(Silent())
            .adding(AnyMiddleware { _, _, _ in .pure() })
            .adding(Silent().eraseToAnyMiddleware())
            .adding(IdentityMiddleware())
        #expect(
            lines(app) == [
                "Part", "  Clock", "  Unknown: Silent<PartAction>", "  Unknown: closures",
                "  Unknown: Silent<PartAction>",
            ]
        )
        #expect(app.map(1).children.map(\.step.kind) == ["clock", "unknown", "unknown", "unknown"])
        #expect(IdentityMiddleware<PartAction, PartAction, Part>().mapEntries.isEmpty)
    }

    @Test func middlewareOfClosuresDescribesItself() {
        let entries = [FeatureMap(kind: "beeper", text: "Beeper")]
        let app = clock.adding(AnyMiddleware(mapEntries: entries) { _, _, _ in .pure() })
        #expect(lines(app) == ["Part", "  Clock", "  Beeper"])
    }

    @Test func emptyFeatureHasNoEntries() {
        #expect(lines(PartFeature.identity) == ["Part"])
        #expect(lines(reducer) == ["Part"])
        let lifted = PartFeature.identity.lift(.case(Case.row, each: \FeatureState.rows))
        #expect(lifted.map(1).children.isEmpty)
    }

    // MARK: Side effects

    @Test func mapMakesTheMiddlewaresOnceAndUsesNeither() {
        let (made, calls) = (Recorder<Int>(), Recorder<String>())
        let feature = PartFeature { factor in
            made.record(factor)
            return Clock(calls: calls)
        }
        let app = App.combine {
            feature.lift(case: Case.total, state: \FeatureState.total, dependencies: \FeatureWorld.factor)
            feature.named("second").lift(
                .case(Case.row, each: \FeatureState.rows),
                dependencies: { @Sendable _ in 2 }
            )
        }
        let map = app.map(FeatureWorld(factor: 1))
        #expect(made.events == [1, 2])
        _ = (map.description, map.json, map.mermaid)
        #expect(made.events == [1, 2])
        #expect(calls.events.isEmpty)
    }

    @Test func storeHasNoMiddlewareOfAReducer() {
        let app = reducer.lift(.case(Case.row, each: \FeatureState.rows))
        #expect(app.middleware(1).mapEntries.isEmpty)
        #expect(app.map(1).children.count == 1)
    }

    // MARK: Forms

    @Test func jsonHasAllEntries() throws {
        struct Entry: Decodable, Equatable {
            var kind: String
            var text: String
            var file: String?
            var line: Int?
            var children: [Entry] = []
        }
        let text = "\"\\/\u{1}\n\u{2028}\u{1f600}é"
        let map = reducer.adding(Clock(name: text)).adding(Silent()).map(1)
        let entry = try JSONDecoder().decode(Entry.self, from: Data(map.json.utf8))
        let expected = Entry(
            kind: "feature",
            text: "Part",
            children: [
                Entry(kind: "clock", text: text, file: "Clocks/Clock.swift", line: 7),
                Entry(kind: "unknown", text: "Unknown: Silent<PartAction>"),
            ]
        )
        #expect(entry == expected)
    }

    @Test func mermaidIsAFlowchart() {
        let app = App.combine {
            clock.adding(Silent()).lift(.case(Case.row, each: \.rows), dependencies: \.factor)
            reducer.lift(case: Case.total, state: \.total, dependencies: \.factor)
        }
        let expected = """
            flowchart LR
                n0["FeatureState"]
                n0 --> n1["row, each of #92;FeatureState.rows"]
                n1 --> n2["Clock"]
                n1 --> n3["Unknown: Silent#60;PartAction#62;"]
                n0 --> n4["total, #92;FeatureState.total"]
            """
        #expect(app.map(FeatureWorld()).mermaid == expected)
    }

    /// Mermaid has no empty texts, and may read an underscore as Markdown.
    @Test func mermaidShowsEachText() {
        let map = reducer.adding(Clock(name: "")).adding(Clock(name: " ")).adding(Clock(name: "_a_")).map(1)
        #expect(
            map.mermaid.split(separator: "\n").suffix(3) == [
                "    n0 --> n1[\"#32;\"]", "    n0 --> n2[\"#32;\"]", "    n0 --> n3[\"#95;a#95;\"]",
            ]
        )
    }

    @Test func textsStayInTheirLine() {
        let map = reducer.adding(Clock(name: "a\nb\"]\u{202e}")).map(1)
        #expect("\(map)" == "Part\n  a\\u{a}b\"]\\u{202e}")
        #expect(
            map.mermaid.split(separator: "\n").last == "    n0 --> n1[\"a#92;u#123;a#125;b#34;]#92;u#123;202e#125;\"]"
        )
    }
}
