// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Files that were changed by other programs or by damage.
@Suite struct OutboxFileTests {
    private let office = Office()
    private let path = "folder/outbox"

    private func reason(_ file: OutboxFile<Letter>, at path: String = "folder/outbox") -> StorageError.Reason? {
        do throws(StorageError) {
            _ = try file.load()
            return nil
        } catch {
            #expect(error.path == path)
            return error.reason
        }
    }

    /// Writes some letters, and returns the bytes of the file.
    private func written(_ numbers: ClosedRange<Int>) throws -> [UInt8] {
        let test = try office.begin(isOnline: false)
        for number in numbers { test.write(number) }
        test.finish()
        test.kill()
        return try #require(try office.storage.read(path))
    }

    @Test func fileMayBeReadFromSeveralThreads() throws {
        _ = try written(1...20)
        let file = office.file
        let counts = Recorder<Int?>()
        let threads = (1...4).map { _ in
            JoinableThread { for _ in 0..<20 { counts.record(try? file.load().count) } }
        }
        for thread in threads { thread.join() }
        #expect(counts.events == Array(repeating: 20, count: 80))
    }

    @Test(arguments: ["folder/real", "/device/real"], [true, false]) func aLinkIsFollowedForEverything(
        target: String,
        isThere: Bool
    ) throws {
        let disk = office.storage
        disk.addDevice(at: "/device")
        let real = OutboxFile<Letter>(at: target, storage: disk)
        if isThere {
            let test = try office.begin(isOnline: false, on: real)
            test.write(1)
            test.finish()
        }
        disk.addSymbolicLink(at: path, to: target == "folder/real" ? "real" : target)
        do {
            let test = try office.begin(isOnline: false)
            for number in 2...3 { test.write(number) }
            test.run()
            #expect(reason(OutboxFile(at: target, storage: disk), at: target) == .isInUse)
            test.kill()
        }
        let numbers = isThere ? [1, 2, 3] : [2, 3]
        #expect(try OutboxFile<Letter>(at: target, storage: disk).load().entries.map(\.job.number) == numbers)
        let test = try office.begin(isOnline: false)
        #expect(test.state.letters.entries.map(\.job.number) == numbers)
        test.send(.cancelAll)
        test.run()
        #expect(!test.state.letters.isClearing)
        #expect(try disk.read(target) == nil)
        #expect(try disk.resolve(path) == target)
        test.finish()
    }

    @Test func missingFileIsAnEmptyOutbox() throws {
        #expect(try office.file.load().isEmpty)
        #expect(try office.storage.read(path) == nil)
    }

    @Test func fileRemovedDuringWritesIsCreatedAgain() throws {
        let first = try office.begin(isOnline: false)
        first.write(1)
        try office.storage.remove(path)
        first.write(2)
        first.write(3)
        first.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [1, 2, 3])
        let second = try office.begin(isOnline: false)
        second.write(4)
        second.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [1, 2, 3, 4])
        #expect(try office.storage.read(path)?.starts(with: Array("Rex Outbox 4 ".utf8)) == true)
    }

    @Test func removedFileIsCreatedAgainAfterAnotherRead() throws {
        _ = try written(1...1)
        let file = office.file
        #expect(try file.load().count == 1)
        try office.storage.remove(path)
        #expect(try file.load().isEmpty)
        let test = try office.begin(isOnline: false, with: file.load(), on: file)
        test.write(2)
        #expect(try office.storage.read(path)?.starts(with: Array("Rex Outbox 4 ".utf8)) == true)
        test.finish()
    }

    // Once, an empty file counted as that of another program, which disabled the outbox for good.
    @Test(arguments: ["", "Rex Outb", "Rex Outbox 4 "]) func logCutInItsHeaderIsPutAside(
        text: String
    ) throws {
        try office.storage.write(Array(text.utf8), to: path)
        let test = try office.begin()
        #expect(test.news.contains { $0.storageFailed?.reason == .wasDamaged(keptAs: path + ".damaged-1") })
        test.write(1)
        #expect(office.post.calls == [1])
        test.finish()
    }

    @Test(arguments: ["RexOutbox", "somebody else's", "RexState 1 1 1 0\nx"])
    func fileOfAnotherProgramIsUnchanged(text: String) throws {
        try office.storage.write(Array(text.utf8), to: path)
        #expect(reason(office.file) == .isForeign)
        let test = try office.begin(with: Outbox())
        test.write(1)
        test.advance(by: .seconds(60))
        #expect(test.phases == [1: .saving])
        #expect(test.news.contains { $0.storageFailed?.reason == .isForeign })
        #expect(try office.storage.read(path) == Array(text.utf8))
        // After the file was moved away, the outbox works again.
        try office.storage.remove(path)
        test.run()
        #expect(office.post.calls == [1])
        test.finish()
    }

    /// A log of the first form, as an earlier version of Rex has written it: one letter was sent, another one waits.
    private static let firstForm: [UInt8] = {
        let text = """
            UmV4T3V0Ym94IDEKOwAAAK3tDKKimC/wYT+pLHHgW41GodfAkgAAAAB7ImxhbmUiOiJhIiwiam9iIjp7Im51bWJlciI6MSwi\
            bGFuZSI6ImEifX0ZAAAAuvPIA7LcwTd0P6ksceBbjUah18CSAAAAAAEAAAAAAAAAEQAAAC7BuoV7griCcz+pLHHgW41GodfA\
            kgAAAAA7AAAAfe85jDlzpdxhP6ksceBbjUah18CSAAAAAXsibGFuZSI6ImEiLCJqb2IiOnsibnVtYmVyIjoyLCJsYW5lIjoi\
            YSJ9fQ==
            """
        return Array(Data(base64Encoded: text) ?? Data())
    }()

    @Test func logOfTheFirstFormIsNamedAndUnchanged() throws {
        let old = Self.firstForm
        try #require(old.starts(with: Array("RexOutbox 1\n".utf8)) && old.count == 220)
        try office.storage.write(old, to: path)
        let isEarlier = StorageError.Reason.other(
            "it was written by an earlier version of Rex, and is left as it is; remove it"
        )
        for _ in 0..<2 { #expect(reason(office.file) == isEarlier) }
        let test = try office.begin(with: Outbox())
        test.write(1)
        test.advance(by: .seconds(60))
        #expect(test.phases == [1: .saving])
        #expect(Set(test.news.compactMap { $0.storageFailed?.reason }) == [isEarlier])
        #expect(try office.storage.paths(beginningWith: path).filter { !$0.hasSuffix(".lock") } == [path])
        #expect(try office.storage.read(path) == old)
        try office.storage.remove(path)
        test.run()
        #expect(office.post.calls == [1])
        test.finish()
    }

    @Test func logOfTheFirstFormIsNotCleared() throws {
        try office.storage.write(Self.firstForm, to: path)
        let test = try office.begin(with: Outbox())
        test.send(.cancelAll)
        test.advance(by: .seconds(60))
        #expect(test.state.letters.isClearing)
        #expect(try office.storage.read(path) == Self.firstForm)
        try office.storage.remove(path)
        test.run()
        #expect(!test.state.letters.isClearing)
        test.finish()
    }

    @Test func newerFormatIsUnchanged() throws {
        let newer = FileForm("Rex Outbox", 5, earlier: []).header() + Array("new".utf8)
        try office.storage.write(newer, to: path)
        #expect(reason(office.file) == .isNewer(version: 5))
        #expect(try office.storage.read(path) == newer)
    }

    @Test func jobsOfAnotherTypeAreUnchanged() throws {
        let bytes = try written(1...3)
        struct Other: Codable, Sendable { let other: String }
        let letters = try OutboxFile<Other>(at: path, storage: office.storage).load()
        #expect(letters.entries.isEmpty && letters.unreadable.count == 3)
        #expect(letters.unreadable.allSatisfy { $0.reason == "a key is missing at job.other" })
        #expect(try office.storage.read(path) == bytes)
        office.storage.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [1, 2, 3])
    }

    @Test func fileHasOneUserAtATime() throws {
        let one = office.file
        _ = try one.load()
        #expect(reason(office.file) == .isInUse)
        #expect(reason(one) == nil)
        let test = try office.begin(with: Outbox(), on: office.file)
        #expect(test.news.last?.storageFailed?.reason == .isInUse)
        office.storage.kill()
        test.run()
        guard case .loaded(let backlog) = test.news.last else {
            Issue.record("\(test.news)")
            return
        }
        #expect(backlog.entries.isEmpty)
        test.finish()
    }

    @Test(arguments: [EACCES, EPERM, EROFS]) func logThatMayNotBeWrittenLoadsAndIsSentOnceItMay(error: Int32) throws {
        // Another process is writing its end.
        let bytes = Array(try written(1...3).dropLast(5))
        try office.storage.write(bytes, to: path)
        let names = try office.storage.paths(beginningWith: path)
        let calls = office.storage.callNames.count
        office.storage.failCalls(with: error)
        let file = office.file
        let letters = try file.load()
        #expect(letters.entries.map(\.job.number) == [1, 2])
        #expect(office.storage.callNames.dropFirst(calls) + [] == ["open", "open", "read"])
        #expect(try office.storage.paths(beginningWith: path) == names)
        office.storage.failCalls(with: error)
        let test = try office.begin(with: letters, on: file)
        #expect(
            test.news.first { $0.storageFailed != nil } == .storageFailed(StorageError(.lock, path, .system(error)))
        )
        #expect(office.post.calls.isEmpty)
        test.run()
        #expect(office.post.calls == [1, 2])
        test.finish()
    }

    @Test func logThatWasReadWithoutItsLockIsComparedWhenItIsLocked() throws {
        _ = try written(1...2)
        office.storage.failCalls(with: EACCES)
        let file = office.file
        let letters = try file.load()
        let other = try office.begin()
        other.run()
        #expect(office.post.calls == [1, 2])
        other.kill()
        let test = try office.begin(with: letters, on: file)
        test.run()
        #expect(office.post.calls == [1, 2])
        #expect(test.state.letters.isEmpty)
        test.finish()
    }

    @Test func clearThatWasRequestedIsLoadedWhereNothingMayBeWritten() throws {
        var found: Set<String> = []
        for calls in 0...20 {
            let office = Office()
            let test = try office.begin(isOnline: false)
            test.write(1)
            office.storage.cutPower(after: calls)
            test.send(.cancelAll)
            test.kill()
            office.storage.failCalls(with: EACCES)
            let letters = try office.file.load()
            found.insert("\(letters.entries.map(\.job.number)) \(letters.isClearing)")
        }
        #expect(found == ["[1] false", "[] true", "[] false"])
    }

    @Test func errorsThatDoNotForbidWritingAreThrown() throws {
        _ = try written(1...1)
        office.storage.failCalls(with: EIO)
        #expect(reason(office.file) == .system(EIO))
    }

    @Test func tornEndIsPutAside() throws {
        let bytes = try written(1...3)
        try office.storage.write(bytes.dropLast(5) + [], to: path)
        let file = office.file
        #expect(try file.load().entries.map(\.job.number) == [1, 2])
        #expect(try office.storage.read(path + ".damaged-1") == bytes.dropLast(5) + [])
        let test = try office.begin(isOnline: false, on: file)
        #expect(test.phases.keys.sorted() == [1, 2])
        test.write(4)
        test.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [1, 2, 4])
        #expect(try office.storage.paths(beginningWith: path + ".damaged") == [path + ".damaged-1"])
    }

    @Test func storeWithoutTheFileGetsItsEntriesFirst() throws {
        _ = try written(1...2)
        var letters = Letters()
        letters.add(Letter(number: 3, lane: "a"), lane: "a")
        let test = try office.begin(isOnline: false, with: letters)
        #expect(test.state.letters.entries.map(\.job.number) == [1, 2, 3])
        test.write(4)
        test.send(.connect(true))
        test.run()
        #expect(office.post.calls.suffix(2) == [3, 4])
        #expect(office.post.calls.count == 4)
        test.finish()
    }

    @Test func replacingOutboxIsSavedToo() throws {
        let test = try office.begin(isOnline: false)
        test.write(1)
        test.write(2)
        var other = Letters()
        other.add(Letter(number: 3, lane: "a"))
        test.send(.replace(other))
        #expect(test.phases == [3: .waiting])
        test.send(.connect(true))
        #expect(office.post.calls == [3])
        test.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [1, 2])
    }

    @Test func outboxLoadedLaterIsSent() throws {
        let file = office.file
        let test = try office.begin(isOnline: false, on: file)
        for number in 1...3 { test.write(number) }
        test.send(.replace(Letters()))
        test.send(.replace(try file.load()))
        #expect(test.phases == [1: .waiting, 2: .waiting, 3: .waiting])
        test.send(.connect(true))
        #expect(office.post.calls == [1, 2, 3])
        #expect(test.phases.isEmpty)
        test.finish()
    }

    @Test func restoredOutboxContinues() throws {
        let test = try office.begin(isOnline: false)
        test.write(1)
        let letters = test.state.letters
        test.send(.replace(Letters()))
        test.write(2)
        test.send(.replace(letters))
        test.write(3)
        #expect(test.phases == [1: .waiting, 3: .waiting])
        test.send(.connect(true))
        #expect(office.post.calls == [1, 3])
        test.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [2])
    }

    #if os(Linux) || os(macOS)
    @Test func olderValueTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let test = try Office().begin(isOnline: false)
            let older = test.state.letters
            test.write(1)
            test.send(.replace(older))
        }
        expectMessage(of: result, contains: "was replaced by an older value of itself", "Desk.swift:")
    }

    @Test func olderValueWithAnAddedJobTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let test = try Office().begin(isOnline: false)
            var older = test.state.letters
            test.write(1)
            older.add(Letter(number: 2, lane: "a"), lane: "a")
            test.send(.replace(older))
        }
        expectMessage(of: result, contains: "was replaced by an older value of itself")
    }
    #endif

    @Test func unencodableJobIsRejected() throws {
        struct NoCoder: StateCoder {
            func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
                let bytes = try JSONStateCoder().encode(value)
                if bytes.firstRange(of: Array("\"number\":2".utf8)) != nil { throw Wrong("two") }
                return bytes
            }

            func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
                try JSONStateCoder().decode(type, from: bytes)
            }
        }
        let file = OutboxFile<Letter>(at: path, storage: office.storage, coder: NoCoder())
        let test = try office.begin(isOnline: false, on: file)
        for number in 1...3 { test.write(number) }
        #expect(test.phases == [1: .waiting, 2: .rejected("It cannot be saved: Wrong"), 3: .waiting])
        test.send(.retry(try test.id(of: 2)))
        #expect(test.phases[2]?.rejection != nil)
        test.send(.connect(true))
        #expect(office.post.calls == [1, 3])
        test.send(.cancel(try test.id(of: 2)))
        #expect(test.phases.isEmpty)
        test.finish()
    }
}
