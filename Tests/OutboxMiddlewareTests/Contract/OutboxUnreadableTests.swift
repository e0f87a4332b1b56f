// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// Entries whose job cannot be decoded.
@Suite struct OutboxUnreadableTests {
    /// A coder that writes letter 2 in a format that only its newer version reads.
    private struct VersionedCoder: StateCoder {
        let readsNewForm = Lock(false)

        private func replace(_ old: String, by new: String, in bytes: [UInt8]) -> [UInt8] {
            Array(String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
        }

        func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
            replace("\"number\":2", by: "\"no\":2", in: try JSONStateCoder().encode(value))
        }

        func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
            let bytes = readsNewForm.withLock { $0 } ? replace("\"no\":2", by: "\"number\":2", in: bytes) : bytes
            return try JSONStateCoder().decode(type, from: bytes)
        }
    }

    private let office = Office()
    private var post: Post { office.post }
    private let coder = VersionedCoder()
    private let path = "folder/outbox"
    private let reason = "a key is missing at job.number"

    private var file: OutboxFile<Letter> { OutboxFile(at: path, storage: office.storage, coder: coder) }

    private func begin(
        isOnline: Bool = true,
        isLoaded: Bool = true,
        limit: Int = 2
    ) throws -> TestStore<DeskAction, Desk> {
        let file = file
        return try office.begin(
            isOnline: isOnline,
            limit: limit,
            with: isLoaded ? file.load() : Letters(),
            on: file
        )
    }

    /// Writes letters in one lane, and returns the id of letter 2.
    private func write(_ numbers: ClosedRange<Int>) throws -> OutboxID {
        let test = try begin(isOnline: false)
        for number in numbers { test.write(number) }
        let id = try test.id(of: 2)
        test.kill()
        return id
    }

    // Once, a job that could not be decoded prevented loading, sending, saving and log-out.
    @Test(arguments: [true, false]) func unreadableEntryIsListedAndBlocksNothing(isLoaded: Bool) throws {
        let id = try write(1...3)
        let bytes = try #require(try office.storage.read(path))
        let test = try begin(isLoaded: isLoaded)
        test.write(4)
        #expect(post.calls == [1, 3, 4])
        let unreadable = try #require(test.state.letters.unreadable.first)
        #expect(test.state.letters.unreadable.count == 1)
        #expect(unreadable.id == id && unreadable.lane == "a" && unreadable.attempts == 0)
        #expect(unreadable.reason == reason)
        #expect(unreadable.size == "{\"lane\":\"a\",\"job\":{\"no\":2,\"lane\":\"a\"}}".utf8.count)
        #expect(test.news.filter { $0 == .unreadable(id, reason) }.count == 1)
        #expect(test.state.letters.entries.isEmpty)
        test.kill()
        // Its bytes are kept, even if the log is rewritten.
        #expect(bytes.firstRange(of: Array("\"no\":2".utf8)) != nil)
        coder.readsNewForm.withLock { $0 = true }
        #expect(try file.load().entries.map(\.job.number) == [2])
        #expect(try file.load().unreadable.isEmpty)
    }

    @Test(arguments: [true, false]) func entryThatIsDecodableAgainIsSentInOrder(isLoaded: Bool) throws {
        let id = try write(1...4)
        let test = try begin(isOnline: false, isLoaded: isLoaded)
        #expect(test.state.letters.entries.map(\.job.number) == [1, 3, 4])
        test.send(.retry(id))
        #expect(test.news.filter { $0 == .unreadable(id, reason) }.count == 2)
        #expect(test.state.letters.unreadable.map(\.id) == [id])
        coder.readsNewForm.withLock { $0 = true }
        test.send(.retry(id))
        #expect(test.state.letters.unreadable.isEmpty)
        #expect(test.state.letters.entries.map(\.job.number) == [1, 2, 3, 4])
        #expect(test.news.last { if case .loaded = $0 { true } else { false } } != nil)
        test.send(.connect(true))
        #expect(post.calls == [1, 2, 3, 4])
        test.finish()
    }

    @Test func entryIsDecodedAfterAFailedRead() throws {
        let id = try write(1...3)
        let test = try begin(isOnline: false)
        coder.readsNewForm.withLock { $0 = true }
        office.storage.failCalls(count: 2, with: 5)
        test.send(.retry(id))
        #expect(test.state.letters.unreadable.count == 1)
        test.run()
        #expect(test.phases == [1: .waiting, 2: .waiting, 3: .waiting])
        test.finish()
    }

    @Test func anEntryThatIsRetriedBeforeItsFileIsOpenIsLoadedOnce() throws {
        let id = try write(1...3)
        let file = file
        let letters = try file.load()
        office.storage.failCalls(count: 1, with: 28)
        coder.readsNewForm.withLock { $0 = true }
        let test = try office.begin(isOnline: false, with: letters, on: file)
        test.send(.retry(id))
        #expect(test.state.letters.unreadable.map(\.id) == [id])
        test.run()
        #expect(test.phases == [1: .waiting, 2: .waiting, 3: .waiting])
        let loaded = test.news.flatMap { action -> [OutboxID] in
            if case .loaded(let backlog) = action { backlog.entries.map(\.id) } else { [] }
        }
        #expect(loaded == [id])
        test.finish()
    }

    @Test func unreadableEntryIsCancelled() throws {
        let id = try write(1...3)
        let test = try begin(isOnline: false)
        office.storage.failCalls(count: 1, with: 28)
        test.send(.cancel(id))
        test.send(.cancel(id))
        #expect(test.state.letters.unreadable.count == 1)
        // The entry does not come back, although it could be decoded now.
        coder.readsNewForm.withLock { $0 = true }
        test.send(.retry(id))
        test.run()
        #expect(test.state.letters.unreadable.isEmpty)
        #expect(test.phases == [1: .waiting, 3: .waiting])
        #expect(test.news.filter { $0 == .cancelled(id, attempts: 0) }.count == 1)
        test.kill()
        #expect(try file.load().entries.map(\.job.number) == [1, 3])
    }

    @Test(arguments: [true, false]) func unreadableEntryIsCleared(isLoaded: Bool) throws {
        let id = try write(1...3)
        let test = try begin(isOnline: false, isLoaded: isLoaded)
        test.send(.cancelAll)
        test.run()
        #expect(test.state.letters.unreadable.isEmpty && test.state.letters.isEmpty)
        #expect(test.news.contains(.cancelled(id, attempts: 0)))
        #expect(try office.storage.read(path) == nil)
        test.finish()
    }

    @Test func damagedEntryIsUnreadable() throws {
        let id = try write(1...3)
        coder.readsNewForm.withLock { $0 = true }
        var bytes = try #require(try office.storage.read(path))
        bytes[try #require(bytes.firstRange(of: Array("\"no\":2".utf8))).lowerBound + 1] ^= 1
        try office.storage.write(bytes, to: path)
        let test = try begin()
        #expect(post.calls == [1, 3])
        let unreadable = try #require(test.state.letters.unreadable.first)
        #expect(unreadable.id == id && unreadable.lane == nil && unreadable.reason == "its bytes are damaged")
        test.send(.retry(id))
        #expect(test.news.filter { $0 == .unreadable(id, "its bytes are damaged") }.count == 2)
        test.send(.cancel(id))
        test.kill()
        #expect(try file.load().unreadable.isEmpty)
    }

    @Test func unreadableEntryKeepsItsAttemptsAndRejection() throws {
        coder.readsNewForm.withLock { $0 = true }
        post.answer(2, .reject("no"))
        let first = try begin()
        first.write(2)
        let id = try first.id(of: 2)
        first.kill()
        coder.readsNewForm.withLock { $0 = false }
        let second = try begin()
        #expect(second.state.letters.unreadable.map(\.attempts) == [1])
        coder.readsNewForm.withLock { $0 = true }
        second.send(.retry(id))
        #expect(second.phases == [2: .rejected("no")])
        second.send(.retry(id))
        #expect(second.phases.isEmpty && post.calls == [2, 2])
        second.finish()
    }

    @Test func mirrorAndEqualityIncludeUnreadableEntries() throws {
        _ = try write(1...3)
        let (file, readable) = (file, Letters())
        let letters = try file.load()
        #expect(Mirror(reflecting: letters).children.map(\.label) == ["entries", "unreadable"])
        #expect(letters != readable && letters == letters)
    }

    // Once, the entry was dropped silently.
    @Test func unreadableEntryOfARemovedFileIsCancelled() throws {
        let first = try begin(isOnline: false)
        for number in 1...3 { first.write(number) }
        let id = try first.id(of: 2)
        first.kill()
        let second = try begin(isOnline: false)
        #expect(second.state.letters.unreadable.map(\.id) == [id])
        office.storage.removeFolder("folder")
        second.write(4)
        second.run()
        #expect(second.news.contains(.cancelled(id, attempts: 0)))
        #expect(second.state.letters.unreadable.isEmpty)
        #expect(second.phases == [1: .waiting, 3: .waiting, 4: .waiting])
        second.kill()
        let third = try begin(isOnline: false)
        #expect(third.state.letters.unreadable.isEmpty)
        #expect(third.phases == [1: .waiting, 3: .waiting, 4: .waiting])
        third.finish()
    }
}
