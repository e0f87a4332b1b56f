// SPDX-License-Identifier: MIT

import ConnectionFeature
import Foundation
import ListFeature
import NoteFeature
import Notes
import NotesApp
import NotesServer
import OutboxFeature
import OutboxMiddleware
import PersistenceMiddleware
import RequestMiddleware
import RexNavigation
import RexTesting
import SessionFeature
import Terminal
import Testing

/// Drafts, from the key to the disk.
struct DraftTests {
    private let storage = TestStorage()
    private let draft = Draft(name: "tea", text: "hot")

    /// Launches the app with one note, on this machine alone, and an editor that takes ten seconds.
    private func launch(
        _ edit: @escaping @Sendable (Draft) throws -> String = { $0.text + " and sweet" }
    ) throws -> TestStore<AppAction, AppState> {
        let files = Files(in: "notes", storage: storage)
        var state = try files.load(Connection(hasServer: false))
        state.pending.library.take(.server(.write(Note(name: "tea", text: "hot"))))
        let world = TestWorld()
        let clock = world.clock
        let drafts = DraftDependencies { draft in
            _ = try files.drafts.open(draft)
            try await clock.sleep(for: .seconds(10))
            return try edit(draft)
        } remove: { draft in
            try files.drafts.remove(draft)
        }
        return TestStore(
            initialState: state,
            feature: app,
            dependencies: World(server: .none, files: files, drafts: drafts),
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    private var draftFiles: [String] { get throws { try storage.paths(beginningWith: "notes/drafts/") } }

    @Test(arguments: [("tea", "hot", 0), ("milk", "", 1)])
    func newNameMakesANoteAndOneThatIsThereOpensIt(name: String, text: String, changes: Int) throws {
        let test = try launch()
        test.type("n\(name)\r")
        #expect(test.state.openNote?.name == name)
        #expect(test.state.pending.library.shown[name]?.text == text)
        #expect(test.state.pending.outbox.count == changes)
        test.kill()
    }

    @Test(arguments: ["q", "qq", "\u{1b}d", "\u{1b}nnew\r", "e"])
    func keysMeanNothingWhileAnEditorRuns(keys: String) throws {
        let test = try launch()
        test.type("\re\(keys)")
        #expect(test.state.openNote?.name == "tea")
        #expect(!test.state.screen.isOver)
        test.advance(by: .seconds(10))
        #expect(test.state.pending.library.shown.notes.mapValues(\.text) == ["tea": "hot and sweet"])
        test.type("qq")
        #expect(test.state.hasEnded)
        test.kill()
    }

    @Test func textIsOverThatWhichItsAuthorSaw() throws {
        let test = try launch()
        test.type("\re")
        test.send(.session(.presented(1, .list(.texts(.answered(RemoteNote(name: "tea", version: "2"), "cold"))))))
        test.advance(by: .seconds(10))
        let change = NoteChange.write(Note(name: "tea", text: "hot and sweet"), over: "hot")
        #expect(test.state.pending.outbox.entries.map(\.job.change) == [change])
        test.kill()
    }

    @Test func unchangedTextMakesNoChange() throws {
        // The notes of the first launch are stale once the outbox is open.
        let first = try launch()
        first.advance(by: .seconds(1))
        first.kill()
        storage.kill()
        let test = try launch { $0.text }
        test.type("\re")
        test.send(.session(.presented(1, .list(.texts(.answered(RemoteNote(name: "tea", version: "2"), "cold"))))))
        test.advance(by: .seconds(10))
        #expect(test.state.pending.outbox.isEmpty)
        #expect(test.state.pending.library.shown["tea"]?.text == "cold")
        #expect(try draftFiles.isEmpty)
        test.kill()
    }

    @Test func appEndsWhenTheEditorHasAndItsTextIsKept() throws {
        let test = try launch()
        test.type("\re")
        test.send(.screen(.end))
        test.advance(by: .seconds(9))
        #expect(test.state.screen.isOver && !test.state.hasEnded)
        test.advance(by: .seconds(1))
        #expect(test.state.hasEnded)
        #expect(test.state.pending.outbox.entries.map(\.phase) == [.waiting])
        #expect(try draftFiles.isEmpty)
        test.kill()
    }

    @Test func appGoesOnAsLongAsAChangeIsOnItsWayToTheDisk() {
        var state = AppState(connection: Connection(hasServer: false))
        #expect(!state.hasEnded)
        state.screen.isOver = true
        #expect(state.hasEnded)
        state.pending.add(.write(Note(name: "tea", text: "hot"), over: nil))
        #expect(!state.hasEnded)
        state.storageFailure = "the disk is full"
        #expect(state.hasEnded)
        state.session.update { session in
            session.note.present(OpenNote(name: "tea"))
            session.note.update { $0.editing.start(draft) }
        }
        #expect(!state.hasEnded)
    }

    @Test func fileStaysUntilTheChangeIsOnDisk() throws {
        let test = try launch()
        test.type("\re")
        test.advance(by: .seconds(9))
        storage.failCalls(count: 3, with: ENOSPC)
        test.advance(by: .seconds(1))
        #expect(test.state.unsaved == 1 && test.state.ended.count == 1)
        test.advance(by: .seconds(60))
        #expect(test.state.unsaved == 0)
        #expect(try draftFiles.isEmpty)
        test.kill()
    }

    @Test func appMayEndWithChangesThatCannotBeSaved() throws {
        let test = try launch()
        storage.failCalls(count: 1_000, with: ENOSPC)
        test.type("nmilk\rqq")
        test.expect { $0.hasEnded }
        #expect(test.state.unsaved == 1 && test.state.storageFailure != nil)
        test.kill()
    }

    @Test func failureNamesTheDraftUntilTheNextEditorContinuesIt() throws {
        let test = try launch { draft in
            if draft.text == "hot" { throw EditFailure("it has failed", isKept: true) }
            return "cold and sweet"
        }
        test.type("\re")
        test.advance(by: .seconds(10))
        #expect(test.state.status.contains("it has failed · unfinished: 'tea'"))
        test.send(.session(.presented(1, .list(.texts(.answered(RemoteNote(name: "tea", version: "2"), "cold"))))))
        test.type("e")
        guard case .running(let draft, attempt: 1) = test.state.openNote?.editing.phase else {
            return #expect(Bool(false))
        }
        #expect(draft == self.draft)
        test.kill()
    }

    @Test func failureWithoutATextLeavesNoFile() throws {
        let test = try launch { _ in throw EditFailure("it has failed", isKept: false) }
        test.type("\re")
        test.advance(by: .seconds(10))
        #expect(test.state.status.contains("it has failed"))
        #expect(!test.state.status.contains("unfinished"))
        #expect(try draftFiles.isEmpty)
        test.kill()
    }

    @Test func fileThatWasChangedIsThereAtTheNextStart() throws {
        let files = DraftFiles(in: "drafts", storage: storage)
        let others = ["milk", "bread"].map { Draft(name: $0, text: "hot") }
        for draft in others + [draft] { try storage.write(Array("cold".utf8), to: files.open(draft)) }
        _ = try files.open(Draft(name: "sugar", text: "white"))
        let notes = ["bread": Note(name: "bread", text: "cold"), "tea": Note(name: "tea", text: "hot")]
        #expect(try Set(files.left(besides: notes)) == [draft, others[0]])
        #expect(try storage.read(files.open(draft)) == Array("cold".utf8))
        #expect(try storage.paths(beginningWith: "drafts/").count == 4)
    }

    @Test func draftThatHasTakenThePlaceOfAnotherStays() throws {
        let files = DraftFiles(in: "drafts", storage: storage)
        let next = Draft(name: "tea", text: "cold")
        for draft in [draft, next] { try storage.write(Array("sweet".utf8), to: files.open(draft)) }
        try files.remove(draft)
        #expect(try files.left(besides: [:]) == [next])
        try files.remove(next)
        #expect(try storage.paths(beginningWith: "drafts/").isEmpty)
    }

    @Test(arguments: ["../../tea", "/etc/tea", "..", "a\nb", String(repeating: "漢", count: 300), ""])
    func fileOfANoteIsInTheFolderWhateverItsNameIs(name: String) throws {
        let files = DraftFiles(in: "drafts", storage: storage)
        let path = try files.open(Draft(name: name, text: ""))
        #expect(path.split(separator: "/").count == 2)
        #expect(path.hasPrefix("drafts/") && path.hasSuffix(".txt") && path.utf8.count < 255)
        #expect(!path.contains("..") && !path.contains("\n"))
        #expect(try path != files.open(Draft(name: name + "!", text: "")))
    }

    @Test func namesAndTextsHaveNoControlCharactersOnTheScreen() {
        let note = Note(name: "te\u{1b}[2Ja", text: "first\r\nse\u{1b}]0;cond\u{7}\r\n\r\nthird")
        var state = AppState(connection: Connection(hasServer: true), pending: PendingNotes(Library([note])))
        let list = state.rows.map(\.text)
        #expect(list[1].hasSuffix("te␛[2Ja  first"))
        state.session.update { $0.note.present(OpenNote(name: note.name)) }
        state.connection.failure = "\u{9b}2J"
        let rows = state.rows.map(\.text)
        #expect(rows.prefix(5) == ["te␛[2Ja", "first", "se␛]0;cond␇", "", "third"])
        #expect(rows.last == "offline · all is sent · \u{fffd}2J" || rows.last == "all is sent · \u{fffd}2J")
    }
}
