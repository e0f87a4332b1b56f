// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// A log-out leaves nothing on disk.
@Suite struct OutboxClearTests {
    private let office = Office()
    private var post: Post { office.post }
    private let path = "folder/outbox"

    /// The remaining files.
    private func remains() throws -> [String] {
        try office.storage.paths(beginningWith: "folder/").filter { !$0.hasSuffix(".lock") }
    }

    private func hasText(_ number: Int) throws -> Bool {
        try remains().contains { path in
            try office.storage.read(path)?.firstRange(of: Array("\"number\":\(number)".utf8)) != nil
        }
    }

    // Once, clearing an empty outbox ended at once, and a crash brought the texts back.
    @Test(arguments: 0..<30) func loggedOutUserLeavesNoTextAfterACrashAnywhere(calls: Int) throws {
        let (storage, post) = (office.storage, office.post)
        // The user is removed when the outbox is empty, on the same disk.
        let leaving = Feature<DeskAction, Desk, DeskWorld> { action, desk in
            if desk.isLoggedOut, desk.letters.isEmpty { try? storage.write([1], to: "gone") }
        }
        let file = office.file
        let first = TestStore(
            initialState: Desk(letters: try file.load()),
            feature: .desk(limit: 1) <> leaving,
            dependencies: DeskWorld(file: file) { try await post.post($0, $1) },
            checks: .onlyWhatIsSaid,
            in: office.world
        )
        first.write(1)
        #expect(first.phases.isEmpty)
        #expect(try hasText(1))
        storage.cutPower(after: calls)
        first.send(.logOut(true))
        first.kill()
        let second = try office.begin(isOnline: false)
        second.write(2)
        #expect(try storage.read("gone") == nil || !hasText(1))
        #expect(second.phases == [2: .waiting])
        second.finish()
    }

    @Test(arguments: 0..<12) func requestedClearIsFinishedByTheNextProcess(calls: Int) throws {
        let first = try office.begin(isOnline: false)
        first.write(1)
        office.storage.cutPower(after: calls)
        first.send(.cancelAll)
        first.kill()
        let second = try office.begin(isOnline: false)
        let isLeft = second.phases == [1: .waiting]
        #expect(isLeft || second.phases.isEmpty)
        #expect(try hasText(1) == isLeft)
        #expect(!second.state.letters.isClearing)
        second.finish()
    }

    @Test func unfinishedClearOfAnEarlierProcessIsVisible() throws {
        var found = 0
        for (calls, callsOfLoad) in (0..<12).flatMap({ calls in (0..<30).map { (calls, $0) } }) {
            let office = Office()
            let first = try office.begin(isOnline: false)
            first.write(1)
            office.storage.failCalls(after: calls, count: 1_000, with: 5)
            first.send(.cancelAll)
            first.kill()
            let file = office.file
            office.storage.failCalls(after: callsOfLoad, count: 1_000, with: 5)
            let letters = try? file.load()
            office.storage.failCalls(count: 0, with: 0)
            guard let letters, letters.isClearing else { continue }
            found += 1
            #expect(letters.entries.isEmpty && !letters.isEmpty)
            let second = try office.begin(isOnline: false, with: letters, on: file)
            second.write(2)
            second.run()
            #expect(second.phases == [2: .waiting] && !second.state.letters.isClearing)
            let text = String(decoding: try office.storage.read(path) ?? [], as: UTF8.self)
            #expect(!text.contains("\"number\":1"))
            second.finish()
        }
        #expect(found > 0)
    }

    @Test func unloadedOutboxIsClearedWhenItsFileCanBeOpened() throws {
        let first = try office.begin(isOnline: false)
        first.write(1)
        first.kill()
        office.storage.failCalls(count: 3, with: 5)
        let second = try office.begin(with: Letters())
        second.send(.cancelAll)
        #expect(second.state.letters.isClearing && !second.state.letters.isEmpty)
        second.run()
        #expect(!second.state.letters.isClearing && second.state.letters.isEmpty)
        #expect(post.calls.isEmpty)
        #expect(try remains() == [])
        second.finish()
    }

    @Test func entriesLoadedDuringAClearDoNotComeBack() throws {
        let first = try office.begin(isOnline: false)
        first.write(1)
        first.kill()
        let second = try office.begin(isLoggedOut: true, with: Letters())
        second.run()
        #expect(second.phases.isEmpty && post.calls.isEmpty)
        #expect(try remains() == [])
        second.finish()
    }

    @Test func clearRemovesFilesThatACrashHasLeft() throws {
        let test = try office.begin(isOnline: false)
        test.write(1)
        for name in [".new", ".previous", ".damaged-1", ".damaged-1.new", ".damaged-12"] {
            try office.storage.write(Array("\"number\":1".utf8), to: path + name)
        }
        test.send(.cancelAll)
        #expect(try remains() == [])
        test.finish()
    }

    @Test func fileWithADamagedHeaderIsCleared() throws {
        let first = try office.begin(isOnline: false)
        for number in 1...2 { first.write(number) }
        first.kill()
        var bytes = try #require(try office.storage.read(path))
        for index in 0..<20 { bytes[index] ^= 0xff }
        try office.storage.write(bytes, to: path)
        let second = try office.begin(isOnline: false, with: Letters())
        second.send(.cancelAll)
        second.run()
        #expect(second.phases.isEmpty && !second.state.letters.isClearing)
        #expect(try remains() == [])
        second.finish()
    }

    // Once, a send that ignored its cancellation prevented the outbox from becoming empty.
    @Test(arguments: [Duration.seconds(5), nil]) func hangingSendDelaysNeitherAClearNorTheNextUser(
        timeout: Duration?
    ) throws {
        let test = try office.begin(limit: 1, timeout: timeout)
        post.answer(1, .hang)
        test.write(1)
        test.write(2)
        let ids = [try test.id(of: 1), try test.id(of: 2)]
        test.send(.cancelAll)
        #expect(test.state.letters.isEmpty)
        #expect(test.news.suffix(3).prefix(2) == [.cancelled(ids[0], attempts: 1), .cancelled(ids[1], attempts: 0)])
        test.write(3)
        #expect(post.calls == [1, 3])
        post.letHangingOnesGo()
        test.run()
        #expect(!test.news.contains { $0.sent?.id == ids[0] })
        #expect(try !hasText(1))
        test.finish()
    }

    // Found by a random program: a clear did not know of an attempt that timed out after it.
    @Test(arguments: [2, 6]) func lateOutcomeAfterAClearIsIgnored(seconds: Int) throws {
        let test = try office.begin(timeout: .seconds(5))
        post.answer(1, .hang, .hang)
        test.write(1)
        let id = try test.id(of: 1)
        test.advance(by: .seconds(seconds))
        test.send(.cancelAll)
        test.advance(by: .seconds(6))
        post.letHangingOnesGo()
        test.run()
        #expect(!test.news.contains { $0.sent?.id == id })
        test.finish()
    }

    // Once, each call rewrote the file, and its action caused the next call.
    @Test func repeatedClearsCostNothing() throws {
        let test = try office.begin()
        test.write(1)
        test.send(.logOut(true))
        test.run()
        #expect(try remains() == [])
        let (calls, actions) = (office.storage.callNames.count, test.actions.count)
        let cost = office.storage.callNames.count - calls
        for _ in 0..<10 { test.send(.connect(true)) }
        test.run()
        #expect(office.storage.callNames.count == calls + 2 * cost)
        #expect(test.actions.count == actions + 10)
        test.send(.logOut(false))
        test.write(2)
        #expect(post.calls == [1, 2])
        test.send(.logOut(true))
        #expect(try remains() == [])
        test.finish()
    }

    @Test(arguments: 0..<14, 1...3) func entryBetweenTwoClearsIsRemovedAndALaterOneStays(
        calls: Int,
        count: Int
    ) throws {
        let test = try office.begin(isOnline: false)
        test.write(1)
        office.storage.failCalls(after: calls, count: count, with: 28)
        test.send(.cancelAll)
        test.write(2)
        test.send(.cancelAll)
        test.write(3)
        test.run()
        #expect(test.phases == [3: .waiting])
        #expect(!test.state.letters.isClearing)
        #expect(try !hasText(1) && !hasText(2))
        test.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [3])
    }

    @Test func outboxesWithDifferentClearingAreDifferent() {
        let one = Letters()
        var other = one
        other.cancelAll()
        #expect(other.isClearing && other != one)
        #expect(Mirror(reflecting: other).children.map(\.label) == ["entries", "isClearing"])
    }

    /// A storage whose log has a bad sector until the file is replaced.
    private struct BadStorage: Storage {
        let isBad = Lock(true)
        let memory = MemoryStorage()

        func read(_ path: String) throws(StorageError) -> [UInt8]? {
            if path == "outbox", isBad.withLock({ $0 }) { throw StorageError(.read, path, .system(5)) }
            return memory.read(path)
        }

        func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) {
            memory.write(bytes, to: path, keepingOldAs: oldPath)
            if path == "outbox" { isBad.withLock { $0 = false } }
        }

        func append(_ bytes: [UInt8], to path: String) { memory.append(bytes, to: path) }
        func sync(_ path: String) {}
        func move(_ path: String, to newPath: String) { memory.move(path, to: newPath) }
        func remove(_ path: String) { memory.remove(path) }
        func paths(beginningWith path: String) -> [String] { memory.paths(beginningWith: path) }
        func lock(_ path: String) throws(StorageError) -> StorageLock { try memory.lock(path) }
    }

    // Once, a log-out waited for ever for a file that no process could read.
    @Test func unreadableFileIsCleared() throws {
        let storage = BadStorage()
        storage.memory.write(Array("a secret".utf8), to: "outbox", keepingOldAs: nil)
        let file = OutboxFile<Letter>(at: "outbox", storage: storage)
        #expect(throws: StorageError(.read, "outbox", .system(5))) { try file.load() }
        let test = try office.begin(with: Letters(), on: file)
        test.write(1)
        test.advance(by: .seconds(1))
        #expect(test.phases == [1: .saving])
        test.send(.cancelAll)
        test.advance(by: .seconds(1))
        #expect(!test.state.letters.isClearing && test.state.letters.isEmpty)
        #expect(storage.memory.paths(beginningWith: "outbox").isEmpty)
        test.write(2)
        #expect(office.post.calls == [2])
        test.finish()
    }

    @Test func entryAddedToAnUnreadableFileIsNotLoaded() throws {
        let file = OutboxFile<Letter>(at: "outbox", storage: BadStorage())
        let test = try office.begin(with: Letters(), on: file)
        test.advance(by: .milliseconds(10))
        test.send(.cancelAll)
        test.write(1)
        test.advance(by: .seconds(1))
        let loaded = test.news.compactMap { if case .loaded(let backlog) = $0 { backlog.entries } else { nil } }
        #expect(loaded == [[]] && office.post.calls == [1])
        test.finish()
    }

    @Test func filesBesideALinkToTheLogAreRemovedToo() throws {
        let disk = office.storage
        for end in [".damaged-1", ".damaged-2.new", ".new"] { try disk.write([1], to: "folder/outbox" + end) }
        disk.addSymbolicLink(at: "folder/outbox", to: "../elsewhere/real")
        let test = try office.begin(isOnline: false)
        test.write(1)
        test.send(.cancelAll)
        test.run()
        #expect(!test.state.letters.isClearing)
        let left = try disk.paths(beginningWith: "folder/") + disk.paths(beginningWith: "elsewhere/")
        #expect(left.filter { !$0.hasSuffix(".lock") && $0 != "folder/outbox" } == [])
        test.finish()
    }
}
