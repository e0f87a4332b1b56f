// SPDX-License-Identifier: MIT

import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import Testing

/// The files of the server after the delivery of a change.
struct DeliveryTests {
    private let files = Files()

    private func deliver(_ change: NoteChange, after first: OutboxID? = nil, _ id: Int = 1) async throws
        -> NoteConflict?
    {
        try await files.server.deliver(NoteJob(change, after: first), OutboxID(id)).conflict
    }

    private func write(_ text: String, over: String?) -> NoteChange {
        .write(Note(name: "tea", text: text), over: over)
    }

    @Test func textOverThatWhichItsAuthorSawIsWrittenOnce() async throws {
        #expect(try await deliver(write("one", over: nil)) == nil)
        #expect(try await deliver(write("one", over: nil)) == nil)
        #expect(try await deliver(write("two", over: "one"), 2) == nil)
        #expect(await files.texts == ["tea": "two"])
        #expect(await files.writes == 2)
    }

    @Test func textOverAnotherOneGetsANoteOfItsOwnOnce() async throws {
        await files.set("tea", "theirs")
        let ours = Note(name: "tea (conflict 00000000-1)", text: "ours")
        let conflict = NoteConflict(theirs: "theirs", ours: ours)
        for _ in 0..<2 { #expect(try await deliver(write("ours", over: "one")) == conflict) }
        #expect(await files.texts == ["tea": "theirs", ours.name: "ours"])
    }

    @Test func nextTextGoesOnWithTheNoteOfTheConflict() async throws {
        await files.set("tea", "theirs")
        _ = try await deliver(write("ours", over: "one"))
        _ = try await deliver(write("ours, more", over: "ours"), after: OutboxID(1), 2)
        #expect(await files.texts == ["tea": "theirs", "tea (conflict 00000000-1)": "ours, more"])
    }

    @Test func changedNoteOfAConflictStaysToo() async throws {
        await files.set("tea", "theirs")
        _ = try await deliver(write("ours", over: "one"))
        await files.set("tea (conflict 00000000-1)", "changed")
        _ = try await deliver(write("ours, more", over: "ours"), after: OutboxID(1), 2)
        #expect(await Set(files.texts.values) == ["theirs", "changed", "ours, more"])
    }

    @Test func textOfADeletedNoteIsWrittenAgain() async throws {
        #expect(try await deliver(write("two", over: "one")) == nil)
        #expect(await files.texts == ["tea": "two"])
    }

    @Test func deletionRequiresTheTextThatItsAuthorSaw() async throws {
        await files.set("tea", "theirs")
        let conflict = NoteConflict(theirs: "theirs", ours: nil)
        #expect(try await deliver(.delete(name: "tea", over: "one")) == conflict)
        #expect(try await deliver(.delete(name: "tea", over: "theirs")) == nil)
        #expect(try await deliver(.delete(name: "tea", over: "theirs")) == nil)
        #expect(await files.texts.isEmpty)
    }

    /// A server that is being moved has no files for a while.
    @Test func noteOfAFolderThatIsAwayIsNotDeleted() async throws {
        var server = files.server
        server.list = { throw ServerError.missing }
        let job = NoteJob(.delete(name: "tea", over: "one"), after: nil)
        await #expect(throws: ServerError.missing) { try await server.deliver(job, OutboxID(1)) }
        server.list = { [RemoteNote(name: "tea", version: "one")] }
        await #expect(throws: ServerError.changed) { try await server.deliver(job, OutboxID(1)) }
    }

    @Test func fileThatIsNotTextIsNotOverwritten() async throws {
        var server = files.server
        let read = server.read
        server.read = { $0 == "tea" ? RemoteText(text: nil, version: "one") : try await read($0) }
        let job = NoteJob(write("ours", over: nil), after: nil)
        #expect(try await server.deliver(job, OutboxID(1)).conflict?.theirs == nil)
        #expect(await files.texts == ["tea (conflict 00000000-1)": "ours"])
    }

    /// Another client writes between the read and the write.
    @Test func concurrentWriteIsNotOverwritten() async throws {
        await files.set("tea", "one")
        await files.beforeNextWrite("tea", "theirs")
        #expect(try await deliver(write("ours", over: "one"))?.theirs == "theirs")
        #expect(await Set(files.texts.values) == ["theirs", "ours"])
    }
}

/// The files of a server.
private actor Files {
    private(set) var texts: [String: String] = [:]
    private(set) var writes = 0
    private var meanwhile: (String, String)?

    func set(_ name: String, _ text: String) { texts[name] = text }
    func beforeNextWrite(_ name: String, _ text: String) { meanwhile = (name, text) }

    private func write(_ name: String, _ text: String, _ condition: NotesServer.Condition) throws {
        if let (name, text) = meanwhile { texts[name] = text }
        meanwhile = nil
        guard condition == (texts[name].map { .hasVersion($0) } ?? .isNew) else { throw ServerError.changed }
        texts[name] = text
        writes += 1
    }

    private func delete(_ name: String, _ version: String) throws {
        guard texts[name] == version else { throw ServerError.changed }
        texts[name] = nil
    }

    nonisolated var server: NotesServer {
        NotesServer(
            list: { [] },
            read: { name in await self.texts[name].map { RemoteText(text: $0, version: $0) } },
            write: { try await self.write($0, $1, $2) },
            delete: { try await self.delete($0, $1) }
        )
    }
}
