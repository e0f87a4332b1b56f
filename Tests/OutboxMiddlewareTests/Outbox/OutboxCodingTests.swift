// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import Testing

/// The encoding of an outbox, which is for recorders alone.
@Suite struct OutboxCodingTests {
    private struct Chat: Codable, Sendable {
        var letters = Letters()
        var title = "a"
    }

    private func encoder(_ mark: RecordingCoding) -> JSONEncoder {
        let encoder = JSONEncoder()
        for (key, value) in mark.userInfo { encoder.userInfo[key] = value }
        return encoder
    }

    @Test func onlyARecorderEncodesAnOutbox() {
        let plain = #expect(throws: (any Error).self) { try JSONEncoder().encode(Chat()) }
        #expect(plain.map { "\($0)" }?.contains("an Outbox is saved in its OutboxFile") == true)
        let file = StateFile<Chat>(at: "chat", storage: MemoryStorage())
        let saved = #expect(throws: StorageError.self) { try file.save(Chat()) }
        #expect(saved?.description.contains("an Outbox is saved in its OutboxFile") == true)
    }

    @Test func aRecordedOutboxHasTheSameEntries() throws {
        var chat = Chat()
        let ids = (1...3).map { chat.letters.add(Letter(number: $0, lane: "a")) }
        chat.letters.cancel(ids[1])
        let json = try encoder(.recording).encode(chat)
        let decoded = try JSONDecoder().decode(Chat.self, from: json)
        #expect(decoded.letters == chat.letters)
        #expect(decoded.letters.entries.map(\.phase) == [.saving, .cancelling, .saving])
    }

    @Test func aTestDoesNotBeginWithUnsavedChanges() throws {
        var chat = Chat()
        #expect(throws: Never.self) { try encoder(.start).encode(chat) }
        chat.letters.add(Letter(number: 1, lane: "a"))
        let unsaved = #expect(throws: (any Error).self) { try encoder(.start).encode(chat) }
        #expect(unsaved.map { "\($0)" }?.contains("a test cannot begin with them") == true)
    }
}
