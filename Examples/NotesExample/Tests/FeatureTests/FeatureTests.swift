// SPDX-License-Identifier: MIT

import ListFeature
import NoteFeature
import NotesServer
import PersistenceMiddleware
import RequestMiddleware
import RexCore
import RexTesting
import SearchFeature
import SessionFeature
import SettingsFeature
import Testing

/// Each feature alone.
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
            initialState: Listing(isWatched: true),
            feature: .list,
            dependencies: ListDependencies(server: server, pause: .seconds(30)),
            checks: .onlyWhatIsSaid
        )
        test.advance(by: .seconds(61))
        #expect(test.actions.count { $0.action.isPulled } == 3)
        test.kill()
    }

    @Test func editorThatRunsIsNotStartedTwice() {
        let edit: EditText = { $0.text + "!" }
        let test = TestStore(
            initialState: OpenNote(name: "tea"),
            feature: .note,
            dependencies: edit,
            checks: .onlyWhatIsSaid
        )
        var note = test.state
        note.edit("hot")
        note.edit("cold")
        guard case .running(let draft, attempt: 1) = note.editing.phase else { return #expect(Bool(false)) }
        #expect(draft.text == "hot")
        test.send(.scrolled(by: 3))
        test.send(.scrolled(by: -5))
        #expect(test.state.firstLine == 0)
        test.finish()
    }
}
