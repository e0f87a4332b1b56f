// SPDX-License-Identifier: MIT

import QueryFeature
import RexCore
import Testing

@Suite struct QueryTests {
    @Test(arguments: [
        ([QueryEdit.insert("a"), .insert("b"), .left, .insert("x")], "axb", 2),
        ([.insert("a"), .insert("b"), .backspace, .backspace, .backspace], "", 0),
        ([.insert("a"), .insert("b"), .start, .delete, .left], "b", 0),
        ([.insert("a"), .insert("b"), .delete, .right], "ab", 2),
        ([.insert("e"), .insert("\u{301}"), .insert("x")], "éx", 2),
        ([.insert("a"), .insert(" "), .insert("b"), .insert("c"), .insert(" "), .deleteWord], "a ", 2),
        ([.insert("a"), .insert("b"), .left, .clear, .end], "b", 1),
        ([.deleteWord, .clear, .delete, .backspace, .left, .right], "", 0),
    ])
    func editsChangeTheLineAndMoveTheCursor(edits: [QueryEdit], text: String, cursor: Int) {
        let store = Store(initialState: QueryState(), reducer: query.reducer)
        for edit in edits { store.dispatch(.edit(edit)) }
        #expect(store.state.text == text)
        #expect(store.state.cursor == cursor)
    }

    @Test func cursorStaysInTheLine() {
        let edits: [QueryEdit] = [
            .insert("a"), .insert("\u{301}"), .insert("漢"), .insert(" "), .backspace, .delete, .deleteWord, .clear,
            .left,
            .right, .start, .end,
        ]
        var random = SystemRandomNumberGenerator()
        var query = QueryState()
        for _ in 0..<5_000 {
            let edit = edits.randomElement(using: &random) ?? .end
            let before = query
            QueryFeature.query.reducer.reduce(.edit(edit), &query)
            #expect((0...query.text.count).contains(query.cursor), "\(edit) after \(before)")
        }
    }

    @Test func typedQueryIsSentOnceAndCompletely() async {
        // The sent action is added to the text.
        let adding = Feature<QueryAction, QueryState, Duration> { action, query in
            if case .settled(let text) = action { query = QueryState(text: query.text + " -> " + text) }
        }
        let store = Store(
            initialState: QueryState(),
            feature: query <> adding,
            dependencies: .milliseconds(1)
        )
        for character in "needle" { store.dispatch(.edit(.insert(character))) }
        await store.settled()
        #expect(store.state.text.hasSuffix("needle -> needle"))
    }
}
