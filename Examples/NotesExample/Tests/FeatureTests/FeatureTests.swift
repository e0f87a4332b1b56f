// SPDX-License-Identifier: MIT

import ConnectionFeature
import ListFeature
import NoteFeature
import Notes
import NotesServer
import OutboxMiddleware
import PersistenceMiddleware
import RequestMiddleware
import RexCore
import RexNavigation
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
        storage.move("settings", to: "settings.state")
        let file = Settings.file(at: "settings.state", storage: storage)
        #expect(try file.load()?.order == .byTitle)
    }

    @Test func settingsAreSavedHalfASecondAfterAChange() throws {
        let file = Settings.file(at: "settings.state", storage: MemoryStorage())
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
        for character in text { test.send(.typed(String(character))) { $0.text.append(character) } }
        test.finish()
        #expect(test.state.finds("milk and Bread") == isFound)
    }

    @Test func sessionIsOnlineWhereAskingMakesSense() {
        var session = Connection(hasServer: true)
        #expect(session.isOnline)
        session.isConnected = false
        #expect(!session.isOnline)
        #expect(!Connection(hasServer: false).isOnline)
        var local = Connection(hasServer: true, needsNetwork: false)
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
        let test = TestStore(initialState: OpenNote(name: "tea"), feature: .note, dependencies: { $0.text })
        test.send(.scrolled(by: 3)) { $0.firstLine = 3 }
        test.send(.scrolled(by: -5)) { $0.firstLine = 0 }
        test.finish()
    }

    @Test func draftIsContinuedUntilItEnds() {
        var drafts = Drafts(left: [Draft(name: "milk", text: "cold")])
        #expect(drafts.begin(name: "milk", text: "warm") == Draft(name: "milk", text: "cold"))
        #expect(drafts.begin(name: "tea", text: "hot") == Draft(name: "tea", text: "hot"))
        #expect(drafts.begin(name: "tea", text: "warm") == Draft(name: "tea", text: "hot"))
        drafts.end(Draft(name: "tea", text: "hot"))
        #expect(drafts.left.keys.sorted() == ["milk"])
    }

    @Test func editorReturnsTheTextOrTheReasonOfItsFailure() {
        let edit: EditText = { draft in
            guard draft.text == "hot" else { throw EditFailure("it has failed", isKept: true) }
            return draft.text + "!"
        }
        let test = TestStore(
            initialState: OpenNote(name: "tea"),
            feature: .note,
            dependencies: edit,
            checks: .onlyWhatIsSaid
        )
        test.send(.editing(.start(Draft(name: "tea", text: "hot"))))
        test.expect { $0.editing.output == "hot!" }
        test.send(.editing(.start(Draft(name: "tea", text: "cold"))))
        test.expect { $0.editing.failure == EditFailure("it has failed", isKept: true) }
        test.finish()
    }

    @Test func nameEndsItsPromptAndIsTheResult() {
        let test = TestStore(
            initialState: Session(list: Listing(mark: OptimisticLibrary(Library()).mark)),
            feature: .session,
            dependencies: SessionDependencies(list: ListDependencies(server: .none), edit: { $0.text })
        )
        test.send(.ask(.name(""))) { $0.prompt.present(.name("")) }
        // There is one prompt at a time.
        test.send(.ask(.search))
        test.send(.prompt(.presented(1, .typed("tea")))) { $0.prompt.update { $0 = .name("tea") } }
        test.send(.prompt(.presented(1, .named("tea")))) { $0.prompt.dismiss() }
        #expect(test.receive(\.named) == "tea")
        test.sendLate(.prompt(.presented(1, .named("tea"))))
        test.finish()
    }

    @Test func settingsFormChangesOnlyItsOwnSettings() {
        let test = TestStore(initialState: SettingsForm(Settings()), feature: .settingsForm, dependencies: ())
        var changed = Settings()
        (changed.order, changed.isLogging) = (.byTitle, true)
        test.send(.changed(.nextOrder)) { form in
            var settings = Settings()
            settings.order = .byTitle
            form = SettingsForm(settings)
        }
        test.send(.changed(.toggleLog)) { $0 = SettingsForm(changed) }
        test.send(.done(changed))
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
