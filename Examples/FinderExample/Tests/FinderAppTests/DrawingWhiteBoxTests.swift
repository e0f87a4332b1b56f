// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import PseudoTerminal
import QueryFeature
import ResultsFeature
import RexCore
import RexObservation
import Terminal
import TextSearch
import Testing

@testable import FinderApp

/// Tests of the parts of the screen that are redrawn after a change.
@Suite @MainActor struct DrawingWhiteBoxTests {
    private let store: Store<AppAction, AppState>
    private let drawing: Drawing

    init() {
        store = Store(
            initialState: AppState(lifecycle: .foregroundActive, results: ResultsState(lanes: 1)),
            reducer: app.reducer,
            executor: .mainQueue
        )
        drawing = Drawing(ObservableStore(store), folder: PathName("/d"), hasColours: false) { _ in }
        drawing.draw()
    }

    private func isDrawn(after action: AppAction) async -> Set<Drawing.Part> {
        let before = drawing.count
        store.dispatch(action)
        await Task {}.value
        await Task {}.value
        return Set(Drawing.Part.allCases.filter { drawing.count[$0] != before[$0] })
    }

    @Test func eachActionDrawsOnlyTheChangedParts() async throws {
        #expect(await isDrawn(after: .query(.edit(.insert("a")))) == [.query])
        #expect(await isDrawn(after: .query(.edit(.end))) == [])
        #expect(await isDrawn(after: .results(.listed(5, isAll: false))) == [.progress])
        #expect(await isDrawn(after: .results(.listed(5, isAll: false))) == [])
        #expect(await isDrawn(after: .results(.search("a"))).isSuperset(of: [.list]))
        var batch = SearchBatch()
        batch.counts.files = 1
        let lane = try #require(store.state.results.lanes.first)
        #expect(await isDrawn(after: .results(.found(lane, batch))) == [.progress])
        #expect(await isDrawn(after: .screen(.resized(TerminalDevice.Size(rows: 9, columns: 9)))).count == 4)
    }
}
