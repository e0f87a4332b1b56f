// SPDX-License-Identifier: MIT

import GatedMiddleware
import Prism
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

#if DEBUG
/// Requests that a reducer starts and no feature of the store runs.
@Suite struct UnhandledRunTests {
    private struct Row: Sendable, Equatable, Identifiable {
        var id: Int
        var title = Request<Int, String>()
    }

    private struct App: Sendable, Equatable {
        var word = Request<String, String>()
        var list = Pages<Int, Int>()
        var cache = Requests<Int, Int>()
        var rows = [Row(id: 1), Row(id: 2)]
        var prepared = Row(id: 1)
        var past: [Request<String, String>] = []
        var isOpen = false
    }

    @Prism private enum AppAction: Sendable, Equatable {
        case prepare, addRow
        case ask(String), loadMore, need([Int]), askAndCancel, keepOnlyThePast, askRow(Int), open
        case word(RequestAction<String, String>)
        case list(PagesAction<Int, Int>)
        case cache(RequestsAction<Int, Int>)
        case row(ElementIDAction<Int, RowAction>)
    }

    @Prism private enum RowAction: Sendable, Equatable { case title(RequestAction<Int, String>) }

    private typealias AppFeature = Feature<AppAction, App, Void>

    private static let reducer = AppFeature { action, app in
        switch action {
        case .ask(let word): app.word.start(word)
        case .loadMore: app.list.loadMore()
        case .need(let keys): app.cache.need(keys)
        case .askAndCancel:
            app.word.start("a")
            app.word.cancel()
        case .keepOnlyThePast:
            var word = app.word
            word.start("b")
            app.past = [app.word]
        case .askRow(let id): app.rows[id - 1].title.start(id)
        case .open: app.isOpen = true
        case .prepare: app.prepared.title.start(1)
        case .addRow: app.rows = [app.prepared]
        case .word, .list, .cache, .row: break
        }
    }

    private static let word = Feature.request { (word: String, _: Void) in word }
        .lift(case: AppAction.prisms.word, state: \App.word)
    private static let list = Feature.pages { (page: Int?, _: Void) in ([page ?? 0], next: nil) }
        .lift(case: AppAction.prisms.list, state: \App.list)
    private static let cache = Feature.requests { (key: Int, _: Void) in key }
        .lift(case: AppAction.prisms.cache, state: \App.cache)
    private static let row = Feature.request { (id: Int, _: Void) in "\(id)" }
        .lift(case: RowAction.prisms.title, state: \Row.title)
        .lift(.case(AppAction.prisms.row, each: \App.rows))

    /// Returns the mistakes of a store after some actions.
    private static func mistakes(
        in feature: AppFeature,
        from state: App = App(),
        after actions: [AppAction]
    ) async -> [String] {
        let mistakes = Recorder<String>()
        let log = AppFeature(middleware: MistakeLog(in: mistakes))
        let store = Store(initialState: state, feature: log <> feature, dependencies: ())
        for action in actions { store.dispatch(action, file: "App/View.swift", line: 9) }
        await store.settled()
        return mistakes.events
    }

    private static let runs: [(action: AppAction, text: String)] = [
        (.ask("a"), "A reducer has started a request with an input of the type String,"),
        (.loadMore, "A reducer has started a page,"),
        (.need([1]), "A reducer has started a request with an input of the type Int,"),
        (.askRow(2), "A reducer has started a request with an input of the type Int,"),
    ]

    @Test(arguments: 0..<4) func aRunWithoutAFeatureIsReportedOnceWithItsPlace(index: Int) async throws {
        let (action, text) = Self.runs[index]
        let found = await Self.mistakes(in: Self.reducer, after: [.open, action, action, .word(.cancel), action])
        let only = try #require(found.first)
        #expect(found.count == 1)
        #expect(only.hasPrefix(text))
        #expect(only.hasSuffix("The action was sent at App/View.swift:9."))
    }

    @Test func runsOfFeaturesAreNotReported() async {
        let all = Self.word <> Self.list <> Self.cache <> Self.row
        let actions: [AppAction] = [
            .ask("a"), .loadMore, .need([1, 2]), .askRow(1), .askRow(2), .need([3]), .ask("b"),
        ]
        #expect(await Self.mistakes(in: Self.reducer <> all, after: actions) == [])
        #expect(await Self.mistakes(in: all <> Self.reducer, after: actions) == [])
    }

    @Test func onlyTheForgottenOneOfSeveralIsReported() async {
        let found = await Self.mistakes(
            in: Self.reducer <> Self.word <> Self.cache,
            after: [.ask("a"), .need([1]), .loadMore]
        )
        #expect(found.map { $0.hasPrefix("A reducer has started a page,") } == [true])
    }

    @Test func aRunThatEndsInTheReductionThatBeganItIsNotReported() async {
        #expect(await Self.mistakes(in: Self.reducer, after: [.askAndCancel, .keepOnlyThePast]) == [])
    }

    @Test func aRunOfTheInitialStateIsNotReported() async {
        var state = App()
        state.word.start("a")
        #expect(await Self.mistakes(in: Self.reducer, from: state, after: [.open, .keepOnlyThePast]) == [])
    }

    @Test func aRunBehindAClosedGateIsNotReported() async {
        let gated = Self.word.gated(state: \.isOpen)
        #expect(await Self.mistakes(in: Self.reducer <> gated, after: [.ask("a"), .open]) == [])
    }

    // MARK: Test stores

    @Test func finishFailsForARunWithoutAFeature() {
        let texts = failures {
            let test = TestStore(initialState: App(), feature: Self.reducer, dependencies: ())
            test.send(.ask("a")) { $0.word.start("a") }
            test.finish()
        }
        #expect(texts.count == 1)
        #expect(
            texts.first?.contains("finish: The test store is not finished.\nRuns that never begin:\n  A reducer has")
                == true
        )
        #expect(texts.first?.contains("The action was sent at RequestMiddlewareTests/UnhandledRunTests.swift:") == true)
    }

    @Test func aRunThatAFeatureSeesLaterIsIgnored() async {
        var state = App()
        state.rows = []
        let test = TestStore(initialState: state, feature: Self.reducer <> Self.row, dependencies: ())
        test.send(.prepare) { $0.prepared.title.start(1) }
        test.send(.addRow) { $0.rows = [$0.prepared] }
        test.receive(.row(ElementIDAction(id: 1, action: .title(.answered("1"))))) { $0.rows[0].title.answer("1") }
        test.finish()
    }

    @Test func aRunAfterASkippedOneOfItsTypeIsNotIgnored() {
        let texts = failures {
            let test = TestStore(initialState: App(), feature: Self.reducer, dependencies: ())
            test.send(.ask("a")) { $0.word.start("a") }
            test.skipRuns()
            test.send(.ask("b")) { $0.word.start("b") }
            test.finish()
        }
        #expect(texts.count == 1)
    }

    @Test func aSkippedRunIsIgnored() {
        let test = TestStore(initialState: App(), feature: Self.reducer, dependencies: ())
        test.send(.ask("a")) { $0.word.start("a") }
        test.skipRuns()
        test.finish()
    }

    @Test func aTestThatStatesOnlyWhatItSaysIgnoresIt() {
        let test = TestStore(initialState: App(), feature: Self.reducer, dependencies: (), checks: .onlyWhatIsSaid)
        test.send(.ask("a"))
        test.finish()
    }

    @Test func aRunOfTheInitialStateOrOfTheTestIsIgnored() {
        var state = App()
        state.word.start("a")
        let test = TestStore(initialState: state, feature: Self.reducer, dependencies: ())
        test.send(.open) { $0.isOpen = true }
        test.finish()
    }
}
#endif
