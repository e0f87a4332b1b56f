// SPDX-License-Identifier: MIT

import ListFeature
import NoteFeature
import Notes
import NotesServer
import OutboxMiddleware
import PersistenceMiddleware
import RequestMiddleware
import RexCore
import RexTesting
import SearchFeature
import SessionFeature
import SettingsFeature
import Testing

/// Tests of each feature alone.
struct FeatureTests {
    @Test func settingsOfTheFirstVersionAreRead() throws {
        let storage = MemoryStorage()
        try StateFile<SettingsV1>(at: "settings", storage: storage).save(SettingsV1(sortsByTitle: true))
        storage.move("settings", to: "settings.json")
        let file = Settings.file(at: "settings.json", storage: storage)
        #expect(try file.load()?.order == .byTitle)
    }

    @Test func settingsAreSavedHalfASecondAfterAChange() throws {
        let file = Settings.file(at: "settings.json", storage: MemoryStorage())
        let test = TestStore(initialState: Settings(), feature: .settings, dependencies: file)
        test.send(.nextOrder) { $0.order = .byTitle }
        test.send(.toggleLog) { $0.isLogging = true }
        test.advance(by: .milliseconds(500))
        test.finish()
        #expect(try file.load() == test.state)
    }

    @Test(arguments: [("", true), ("MILK", true), ("bread mi", true), ("milk tea", false)])
    func searchFindsTextsWithEachWord(text: String, isFound: Bool) {
        let test = TestStore(initialState: Search(), feature: .search, dependencies: ())
        for character in text { test.send(.typed(character)) { $0.text.append(character) } }
        test.finish()
        #expect(test.state.finds("milk and Bread") == isFound)
    }

    @Test func sessionIsOnlineWhereAskingMakesSense() {
        var session = Session(hasServer: true)
        #expect(session.isOnline)
        session.isConnected = false
        #expect(!session.isOnline)
        #expect(!Session(hasServer: false).isOnline)
        var local = Session(hasServer: true, needsNetwork: false)
        local.isConnected = false
        #expect(local.isOnline)
        local.isActive = false
        #expect(!local.isOnline)
    }

    @Test func listIsAskedForAgainAndAgainWhileItIsWatched() {
        var server = NotesServer.none
        server.list = { [] }
        let test = TestStore(
            initialState: Listing(mark: OptimisticLibrary(Library()).mark, isWatched: true),
            feature: .list,
            dependencies: ListDependencies(server: server, pause: .seconds(30)),
            checks: .onlyWhatIsSaid
        )
        test.advance(by: .seconds(61))
        #expect(test.actions.count { $0.action.isPulled } == 3)
        test.kill()
    }

    @Test func noteIsNotScrolledAboveItsFirstLine() {
        let test = TestStore(initialState: OpenNote(name: "tea"), feature: .note, dependencies: ())
        test.send(.scrolled(by: 3)) { $0.firstLine = 3 }
        test.send(.scrolled(by: -5)) { $0.firstLine = 0 }
        test.finish()
    }

    @Test func editorThatRunsIsNotStartedTwice() {
        var drafts = Drafts()
        drafts.edit(name: "tea", text: "hot")
        drafts.edit(name: "milk", text: "cold")
        guard case .running(let draft, attempt: 1) = drafts.editing.phase else { return #expect(Bool(false)) }
        #expect(draft == Draft(name: "tea", text: "hot"))
    }

    @Test func nextEditorContinuesTheLastDraftOnly() {
        let edit: EditText = { draft in throw EditFailure("it has failed", isKept: draft.text == "hot") }
        let test = TestStore(initialState: Drafts(), feature: .drafts, dependencies: edit, checks: .onlyWhatIsSaid)
        for (name, text) in [("tea", "hot"), ("milk", "cold"), ("tea", "warm")] {
            var drafts = test.state
            drafts.edit(name: name, text: text)
            guard case .running(let draft, attempt: 1) = drafts.editing.phase else { return #expect(Bool(false)) }
            test.send(.editing(.start(draft)))
            test.expect { !$0.editing.isRunning }
            #expect(test.state.left == ["tea": Draft(name: "tea", text: "hot")])
        }
        test.finish()
    }

    @Test func editorThatSucceedsLeavesNothing() {
        let left = Draft(name: "tea", text: "hot")
        let edit: EditText = { $0.text + "!" }
        let test = TestStore(
            initialState: Drafts(left: [left, Draft(name: "milk", text: "cold")]),
            feature: .drafts,
            dependencies: edit,
            checks: .onlyWhatIsSaid
        )
        test.send(.editing(.start(left)))
        test.expect { $0.editing.output == "hot!" }
        #expect(test.state.left.keys.sorted() == ["milk"])
        test.finish()
    }

    @Test(arguments: [
        ("tea", true), ("a b (c)", true), ("日本", true), (String(repeating: "é", count: 100), true),
        (String(repeating: "é", count: 100) + "x", false), ("", false), ("a/b", false), ("a\u{85}", false),
    ])
    func nameIsOneThatAFileCanHave(name: String, isName: Bool) {
        #expect(Note.isName(name) == isName)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func titleIsTheFirstLineThatIsNotEmpty(end: String) {
        #expect(Note(name: "tea", text: "\(end) \(end)hot\(end)cold").title == "hot")
    }
}
