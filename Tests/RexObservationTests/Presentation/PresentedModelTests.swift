// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexObservation
import RexTestSupport
import Testing

/// Models of presentations.
@MainActor @Suite struct PresentedModelTests {
    let notes = NotesStore()

    private var sheet: ObservablePresented<EditorAction, Editor> {
        notes.model.presented(\.sheet, action: NotesAction.sheet)
    }
    private var path: ObservableStack<DetailAction, Detail> { notes.model.stack(\.path, action: NotesAction.path) }

    @Test func modelExistsWhileSomethingIsPresentedAndSendsWithTheId() {
        let texts = Reader { sheet.model?.text }
        let ids = Reader { sheet.id }
        notes.change { $0.sheet.present(Editor()) }
        sheet.model?.send(.typed("Milk"))
        sheet.model?.send(.done)
        #expect(texts.values == [nil, "", "Milk", nil])
        #expect(ids.values == [nil, 1, nil])
        #expect(notes.actions == ["sheet #1 typed(\"Milk\")", "sheet #1 done"])
    }

    @Test func modelIsIdenticalWhileItIsInUse() {
        notes.change { ($0.sheet, $0.path) = (Presented(), PresentationStack()) }
        notes.change {
            $0.sheet.present(Editor())
            $0.path.push(Detail(note: 7))
        }
        let models = (sheet.model, path.model(1))
        notes.change { $0.sheet.update { $0.text = "new" } }
        #expect(sheet.model === models.0)
        #expect(path.models.first === models.1)
        #expect(path.model(1)?.note == 7)
    }

    @Test func modelOfAPresentationThatIsGoneKeepsItsLastStateAndTheStoreRefusesItsActions() {
        notes.change { $0.sheet.present(Editor(text: "old")) }
        let old = sheet.model
        let text = Reader { old?.text }
        // The new text was not read, but it is the last one.
        notes.change {
            $0.sheet.update { $0.text = "last" }
        }
        notes.change { $0.sheet.replace(with: Editor(text: "new")) }
        old?.send(.typed("late"))
        #expect((old?.text, text.values) == ("last", ["old", "last"]))
        #expect(sheet.model !== old)
        #expect(sheet.model?.text == "new")
        #expect(notes.actions == ["refused: presentation #1 is gone"])
    }

    @Test func screensOfAStackHaveTheirOwnModels() {
        let ids = Reader { path.ids }
        notes.change { for note in 7...9 { $0.path.push(Detail(note: note)) } }
        let top = path.models.last
        path.model(2)?.send(.edit)
        notes.store.dispatch(.path(.dismissed(2)))
        top?.send(.edit)
        #expect(ids.values == [[], [1, 2, 3], [1]])
        #expect((top?.note, path.model(3) == nil) == (9, true))
        #expect(notes.actions == ["path #2 edit", "path #2 dismissed", "refused: presentation #3 is gone"])
    }

    @Test func innerPresentationsAreFoundAndRefusedWithTheOuterOne() {
        notes.change { $0.path.push(Detail(note: 7)) }
        let detail = path.model(1)
        let editor = detail?.presented(\.editor, action: DetailAction.editor)
        let texts = Reader { editor?.model?.text }
        detail?.send(.edit)
        let model = editor?.model
        model?.send(.typed("Milk"))
        notes.change { $0.path.pop() }
        model?.send(.typed("late"))
        #expect(texts.values == [nil, "7", "Milk"])
        #expect((model?.text, detail?.editor.id) == ("Milk", 1))
        #expect(notes.actions.last == "refused: presentation #1 is gone")
    }

    @Test func readersOfPresenceAreNotNotifiedOfOtherChanges() {
        notes.change { $0.sheet.present(Editor()) }
        let presence = Reader<[PresentationID?]> { [sheet.id, sheet.model.flatMap { _ in nil }, path.ids.last] }
        sheet.model?.send(.typed("new"))
        notes.change { $0.visits = 1 }
        #expect(presence.notified == 0)
    }

    @Test func stateOfAPresentationIsReleasedWithItsModel() {
        let alive = Tally()
        let store = Store<Token?, Presented<Token>>(
            initialState: Presented(),
            reducer: .reduce { token, presented in
                presented.dismiss()
                if let token { presented.present(token) }
            },
            executor: .mainQueue
        )
        let model = ObservableStore(store)
        func presented() -> ObservableStore<Token, Token>? {
            model.presented(\.self) { (action: PresentationAction<Token>) in action.presented?.action }.model
        }
        store.dispatch(Token(alive))
        var token = presented()
        store.dispatch(nil)
        #expect(alive.count == 1)
        #expect(token != nil)
        token = nil
        store.dispatch(Token(alive))
        store.dispatch(nil)
        store.dispatch(nil)
        #expect(alive.count == 0)
    }
}
