// SPDX-License-Identifier: MIT

import ConnectionFeature
import ListFeature
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
import Testing

/// Answers of the server that are older than what the app knows.
struct PullTests {
    @Test func textThatWasAskedForBeforeAChangeWasConfirmedDoesNotUndoIt() throws {
        let files = Files(in: "notes", storage: TestStorage())
        var state = try files.load(Connection(hasServer: true, needsNetwork: false))
        state.pending.library.take(.server(.write(Note(name: "tea", text: "hot", version: "1"))))
        var server = NotesServer.none
        server.read = { $0 == "tea" ? RemoteText(text: "hot", version: "1") : nil }
        server.write = { _, _, _ in }
        let test = TestStore(
            initialState: state,
            feature: app,
            dependencies: World(server: server, files: files),
            checks: .onlyWhatIsSaid
        )
        test.send(.connection(.active(true)))
        test.send(.library(.write(name: "tea", text: "warm", over: "hot")))
        test.advance(by: .seconds(1))
        #expect(test.state.pending.outbox.isEmpty)
        test.send(.session(.presented(1, .list(.texts(.answered(RemoteNote(name: "tea", version: "1"), "hot"))))))
        #expect(test.state.pending.library.shown["tea"]?.text == "warm")
        test.kill()
    }
}
