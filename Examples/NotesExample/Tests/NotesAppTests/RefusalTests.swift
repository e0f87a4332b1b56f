// SPDX-License-Identifier: MIT

import ConnectionFeature
import ListFeature
import Notes
import NotesApp
import NotesServer
import OutboxFeature
import OutboxMiddleware
import PersistenceMiddleware
import RexNavigation
import RexTesting
import SessionFeature
import Terminal
import Testing

/// Changes that the server rejects, and texts that it does not return.
struct RefusalTests {
    private let storage = MemoryStorage()

    private func launch(_ model: ModelServer) throws -> TestStore<AppAction, AppState> { try launch(model.server) }

    private func launch(_ server: NotesServer) throws -> TestStore<AppAction, AppState> {
        let files = Files(in: "notes", storage: storage)
        let test = TestStore(
            initialState: try files.load(Connection(hasServer: true, needsNetwork: false)),
            feature: app,
            dependencies: World(server: server, files: files),
            checks: .onlyWhatIsSaid
        )
        test.send(.connection(.active(true)))
        return test
    }

    private func write(_ text: String, in test: TestStore<AppAction, AppState>) {
        let shown = test.state.pending.library.shown["tea"]?.text
        test.send(.library(.write(name: "tea", text: text, over: shown)))
        test.advance(by: .milliseconds(500))
    }

    @Test func refusedTextIsShownWithTheReasonInTheNextProcessToo() async throws {
        let server = ModelServer(["tea": "one"])
        await server.set(isDenied: true)
        for process in 1...2 {
            let test = try launch(server)
            if process == 1 { write("two", in: test) }
            #expect(test.state.pending.library.shown["tea"]?.text == "two")
            #expect(test.state.status == "1 refused: the server denies it to this user")
            test.kill()
        }
    }

    @Test func textOverARefusedOneTakesItsPlace() async throws {
        let server = ModelServer(["tea": "one"])
        await server.set(isDenied: true)
        let test = try launch(server)
        write("two", in: test)
        write("three", in: test)
        #expect(test.state.status.hasPrefix("1 refused"))
        await server.set(isDenied: false)
        write("four", in: test)
        #expect(await server.texts == ["tea": "four"])
        #expect(test.state.pending.outbox.isEmpty)
        test.kill()
    }

    @Test func refusedTextIsSentWhenItIsTriedAgain() async throws {
        let server = ModelServer()
        await server.set(isDenied: true)
        let test = try launch(server)
        write("one", in: test)
        await server.set(isDenied: false)
        test.send(.library(.retry))
        test.advance(by: .seconds(1))
        #expect(await server.texts == ["tea": "one"])
        test.kill()
    }

    @Test func refusedTextThatIsDroppedGivesWayToThatOfTheServer() async throws {
        let server = ModelServer(["tea": "one"])
        await server.set(isDenied: true)
        let test = try launch(server)
        write("two", in: test)
        test.press(.character("x"))
        test.advance(by: .seconds(1))
        #expect(test.state.pending.library.shown["tea"]?.text == "one")
        #expect(test.state.pending.outbox.isEmpty)
        await server.set(isDenied: false)
        test.send(.library(.retry))
        test.advance(by: .seconds(31))
        #expect(await server.texts == ["tea": "one"])
        test.kill()
    }

    @Test func newNoteThatIsDroppedIsClosed() async throws {
        let server = ModelServer()
        await server.set(isDenied: true)
        let test = try launch(server)
        write("one", in: test)
        test.send(.library(.open(name: "tea")))
        test.send(.library(.drop))
        #expect(test.state.openNote == nil)
        test.kill()
    }

    @Test func refusedDeletionThatIsTakenBackIsNotTriedAgain() async throws {
        let server = ModelServer(["tea": "one"])
        await server.set(isDenied: true)
        let test = try launch(server)
        test.send(.library(.delete(name: "tea")))
        test.advance(by: .seconds(1))
        #expect(test.state.pending.library.shown["tea"]?.text == "one")
        test.send(.library(.undo))
        await server.set(isDenied: false)
        test.send(.library(.retry))
        test.advance(by: .seconds(31))
        #expect(await server.texts == ["tea": "one"])
        #expect(test.state.pending.outbox.isEmpty)
        test.kill()
    }

    @Test func refusedDeletionIsDroppedInTheNextProcess() async throws {
        let server = ModelServer(["tea": "one"])
        await server.set(isDenied: true)
        for process in 1...2 {
            let test = try launch(server)
            test.advance(by: .seconds(1))
            test.send(process == 1 ? .library(.delete(name: "tea")) : .library(.drop))
            test.advance(by: .seconds(1))
            #expect(test.state.pending.library.shown["tea"]?.text == "one")
            #expect(test.state.pending.outbox.count == 2 - process)
            test.kill()
        }
    }

    @Test func changeTakesThePlaceOfARefusedDeletionWhichCannotBeTakenBackThen() async throws {
        let server = ModelServer(["tea": "one"])
        await server.set(isDenied: true)
        let test = try launch(server)
        test.send(.library(.delete(name: "tea")))
        test.advance(by: .seconds(1))
        #expect(test.state.session.value?.deleted?.note.text == "one")
        await server.set(isDenied: false)
        write("two", in: test)
        #expect(test.state.session.value?.deleted == nil)
        #expect(await server.texts == ["tea": "two"])
        #expect(test.state.pending.outbox.isEmpty)
        test.kill()
    }

    @Test func refusedTextStaysWhenADeletionBeforeItIsTakenBack() async throws {
        let server = ModelServer(["tea": "one"])
        let test = try launch(server)
        test.send(.library(.delete(name: "tea")))
        test.advance(by: .seconds(1))
        await server.set(isDenied: true)
        write("two", in: test)
        test.send(.library(.undo))
        await server.set(isDenied: false)
        test.send(.library(.retry))
        test.advance(by: .seconds(31))
        #expect(await Set(server.texts.values) == ["one", "two"])
        test.kill()
    }

    @Test func deletionOfARefusedTextThatIsTakenBackShowsItAgain() async throws {
        let server = ModelServer(["tea": "one"])
        await server.set(isDenied: true)
        let test = try launch(server)
        write("two", in: test)
        test.send(.library(.delete(name: "tea")))
        test.send(.library(.undo))
        #expect(test.state.pending.library.shown["tea"]?.text == "two")
        await server.set(isDenied: false)
        test.send(.library(.retry))
        test.advance(by: .seconds(31))
        #expect(await server.texts == ["tea": "two"])
        test.kill()
    }

    @Test func deletionOfANoteThatWasNeverSentTakesItsTextsBack() async throws {
        let server = ModelServer()
        let test = try launch(server)
        test.send(.connection(.active(false)))
        write("one", in: test)
        write("two", in: test)
        test.send(.library(.delete(name: "tea")))
        #expect(test.state.pending.library.shown["tea"] == nil)
        test.advance(by: .seconds(1))
        #expect(test.state.pending.outbox.isEmpty)
        test.send(.library(.undo))
        test.send(.connection(.active(true)))
        test.advance(by: .seconds(1))
        #expect(await server.texts == ["tea": "two"])
        test.kill()
    }

    /// Nothing is on disk yet, for example if keys are typed ahead.
    @Test func undoneChangeIsHiddenAtOnce() {
        var notes = PendingNotes()
        notes.add(.write(Note(name: "tea", text: "one"), over: nil))
        #expect(notes.add(.delete(name: "tea", over: "one")) == nil)
        #expect(notes.library.shown.notes.isEmpty)
    }

    /// The server may have applied a change without an answer.
    @Test(arguments: [true, false])
    func deletionOfANoteThatFailsForEverFreesItsLane(isWritten: Bool) async throws {
        let server = ModelServer()
        let test = try launch(server)
        if isWritten { await server.set(losesAnswer: true) } else { await server.set(isAway: true) }
        write("one", in: test)
        await server.set(isAway: true)
        await server.set(losesAnswer: false)
        test.advance(by: .seconds(60))
        #expect(await server.texts == (isWritten ? ["tea": "one"] : [:]))
        test.send(.library(.delete(name: "tea")))
        #expect(test.state.pending.library.shown["tea"] == nil)
        await server.set(isAway: false)
        test.advance(by: .seconds(62))
        #expect(await server.texts.isEmpty)
        #expect(test.state.pending.outbox.isEmpty)
        test.kill()
    }

    @Test func deletionOfANoteThatFailsIsTakenBack() async throws {
        let server = ModelServer()
        let test = try launch(server)
        await server.set(isAway: true)
        write("one", in: test)
        test.send(.library(.delete(name: "tea")))
        test.send(.library(.undo))
        #expect(test.state.pending.library.shown["tea"]?.text == "one")
        await server.set(isAway: false)
        test.advance(by: .seconds(62))
        #expect(await server.texts == ["tea": "one"])
        #expect(test.state.pending.outbox.isEmpty)
        test.kill()
    }

    @Test func textThatCannotBeLoadedIsNamedUntilItIs() async throws {
        let server = ModelServer(["milk": nil, "tea": "one"])
        let test = try launch(server)
        #expect(test.state.status == "all is sent · 'milk' is not loaded: it is no text in UTF-8")
        await server.set("milk", "two")
        test.advance(by: .seconds(31))
        #expect(test.state.pending.library.shown["milk"]?.text == "two")
        #expect(test.state.status == "all is sent")
        test.kill()
    }

    /// The version of the note stays the same, so only the next list triggers another request.
    @Test func textThatCouldNotBeLoadedIsAskedForWithTheNextList() async throws {
        let model = ModelServer(["milk": "one", "tea": "two"])
        let isDenied = Flag()
        var server = model.server
        let read = server.read
        server.read = { name in
            guard await !isDenied.isSet else { throw ServerError.denied }
            return try await read(name)
        }
        await isDenied.set(true)
        let test = try launch(server)
        test.advance(by: .seconds(2))
        let words = "2 notes are not loaded, such as 'milk': the server denies it to this user"
        #expect(test.state.status == "all is sent · \(words)")
        await isDenied.set(false)
        test.advance(by: .seconds(31))
        #expect(test.state.pending.library.shown.notes.mapValues(\.text) == ["milk": "one", "tea": "two"])
        test.kill()
    }
}

private actor Flag {
    private(set) var isSet = false

    func set(_ isSet: Bool) { self.isSet = isSet }
}
