// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import PreviewFeature
import QueryFeature
import RequestMiddleware
import ResultsFeature
import RexCore
import Terminal
import TextSearch
import Testing

@testable import FinderApp

/// The composition of the features, without a terminal.
@Suite struct AppWhiteBoxTests {
    /// Dependencies whose searches find one line each, with the number of the search.
    private static let world = World(
        results: ResultsDependencies { lane in
            var batch = SearchBatch()
            batch.hits = [Hit(path: PathName("f"), line: lane.search.number, offset: 0, text: [])]
            batch.counts.matches = 1
            batch.isLast = true
            return batch
        } retry: { search, _ in
            throw FileVanished(in: search)
        } count: { _ in
            1
        },
        excerpt: { Excerpt(firstLine: $0.line, lines: []) },
        pause: .milliseconds(1)
    )

    private static func store() -> Store<AppAction, AppState> {
        Store(
            initialState: AppState(lifecycle: .foregroundActive, results: ResultsState(lanes: 1)),
            feature: app,
            dependencies: world
        )
    }

    @Test func typedTextIsSearchedForAndItsFirstHitIsShown() async {
        let store = Self.store()
        for character in "ab" { store.dispatch(.screen(.pressed(.character(character)))) }
        await store.settled()
        #expect(store.state.results.text == "ab")
        #expect(store.state.results.hits.count == 1)
        #expect(store.state.preview.lines.output?.hit == store.state.results.selected)
        store.dispatch(.screen(.pressed(.enter)))
        #expect(store.state.screen.outcome == store.state.results.selected.map { .chosen($0) })
    }

    @Test func sameTextIsNotSearchedForTwice() async {
        let store = Self.store()
        store.dispatch(.screen(.pressed(.character("a"))))
        await store.settled()
        let search = store.state.results.search
        for key in [Key.character("b"), .backspace, .left, .right] { store.dispatch(.screen(.pressed(key))) }
        await store.settled()
        #expect(store.state.results.search == search)
        #expect(search != nil)
    }

    @Test func nothingGetsThroughWhileTheTerminalIsGone() async {
        let store = Self.store()
        store.dispatch(.screen(.pressed(.character("a"))))
        store.dispatch(.lifecycle(.willBecomeInactive))
        store.dispatch(.lifecycle(.didEnterBackground))
        let state = store.state
        #expect(state.results.lanes == [])
        await store.settled()
        #expect(store.state == state)
        store.dispatch(.results(.search("b")))
        await store.settled()
        #expect(store.state.results.hits == [])
        store.dispatch(.lifecycle(.willEnterForeground))
        store.dispatch(.lifecycle(.didBecomeActive))
        await store.settled()
        #expect(store.state.results.text == "a")
        #expect(store.state.results.hits.count == 1)
        #expect(store.state.results.isCounted)
    }

    @Test func enterWithoutAHitChoosesNothing() {
        let store = Self.store()
        store.dispatch(.screen(.pressed(.enter)))
        #expect(store.state.screen.outcome == nil)
        store.dispatch(.screen(.pressed(.escape)))
        #expect(store.state.screen.outcome == .cancelled)
    }

    @Test func eachKeyThatIsNamedDoesSomething() {
        let keys: [Key] = [
            .character("x"), .backspace, .delete, .left, .right, .home, .end, .up, .down, .pageUp, .pageDown, .enter,
            .escape, .control("a"), .control("e"), .control("u"), .control("w"), .control("p"), .control("n"),
        ]
        #expect(keys.filter { $0.meaning == nil } == [])
        #expect(Key.tab.meaning == nil)
        #expect(Key.control("x").meaning == nil)
    }
}
