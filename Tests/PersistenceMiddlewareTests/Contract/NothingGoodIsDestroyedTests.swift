// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// No intact file is destroyed: a damaged file is put aside and the previous one is loaded.
///
/// A file of a newer version or of another app is not changed.
@Suite struct NothingGoodIsDestroyedTests {
    private let storage = MemoryStorage()

    private func file(version: Int = 1) -> NotesFile {
        NotesFile(at: "notes", version: version, storage: storage) { migrate in
            for old in 1..<version { migrate.from(old) { (text: String) in text } }
        }
    }

    private func saveOneAndTwo() throws {
        let file = file()
        try file.save("one")
        try file.save("two")
    }

    private func damage(_ path: String = "notes", _ change: (inout [UInt8]) -> Void) throws {
        var bytes = try #require(storage.read(path))
        change(&bytes)
        storage.write(bytes, to: path, keepingOldAs: nil)
    }

    /// The number of bytes of a header, which has three lines.
    private func headerCount(of bytes: [UInt8]) -> Int {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return 3 * (line.count + 1)
    }

    @Test func damagedFileIsPutAsideAndThePreviousOneIsLoaded() throws {
        try saveOneAndTwo()
        try damage { $0[$0.count - 2] ^= 1 }
        let damaged = storage.read("notes")
        let file = file()
        #expect(try file.load() == "one")
        #expect(storage.read("notes.damaged-1") == damaged)
        #expect(storage.read("notes") == nil)
        #expect(try file.load() == "one")
        try file.save("three")
        #expect(try file.load() == "three")
        #expect(storage.read("notes.damaged-1") == damaged)
    }

    /// A storage in memory that cannot move files.
    private struct FixedStorage: Storage {
        let memory: MemoryStorage

        func read(_ path: String) -> [UInt8]? { memory.read(path) }
        func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) {
            memory.write(bytes, to: path, keepingOldAs: oldPath)
        }
        func append(_ bytes: [UInt8], to path: String) { memory.append(bytes, to: path) }
        func sync(_ path: String) {}
        func move(_ path: String, to newPath: String) throws(StorageError) {
            throw StorageError(.move, path, .system(EROFS))
        }
        func remove(_ path: String) { memory.remove(path) }
        func paths(beginningWith path: String) -> [String] { memory.paths(beginningWith: path) }
        func lock(_ path: String) throws(StorageError) -> StorageLock { try memory.lock(path) }
    }

    @Test func previousFileIsLoadedAndNothingIsSavedIfNothingCanBeMoved() throws {
        try saveOneAndTwo()
        try damage { $0[$0.count - 2] ^= 1 }
        let damaged = storage.read("notes")
        let file = NotesFile(at: "notes", storage: FixedStorage(memory: storage))
        #expect(try file.load() == "one")
        #expect(throws: StorageError(.move, "notes", .system(EROFS))) { try file.save("three") }
        #expect(storage.read("notes") == damaged)
        #expect(try file.load() == "one")
    }

    @Test func flippedBitInTheHeaderIsRepairedAndOtherDamageLeavesThePreviousFile() throws {
        try saveOneAndTwo()
        let good = try #require(storage.read("notes"))
        let before = storage.read("notes.previous")
        let headerCount = headerCount(of: good)
        func load() -> Result<String?, StorageError> {
            Result { () throws(StorageError) in try file().load() }
        }
        for place in good.indices {
            for bit in 0..<8 {
                try damage { $0[place] ^= 1 << bit }
                let damaged = storage.read("notes")
                #expect(load() == .success(place < headerCount ? "two" : "one"), "bit \(bit) of \(place)")
                #expect(storage.read("notes.damaged-1") == damaged)
                storage.remove("notes.damaged-1")
                storage.write(good, to: "notes", keepingOldAs: nil)
                #expect(storage.read("notes.previous") == before)
            }
        }
        for count in good.indices {
            try damage { $0.removeSubrange(count...) }
            #expect(load() == .success("one"))
            storage.write(good, to: "notes", keepingOldAs: nil)
        }
        try damage { $0 += [0] }
        #expect(load() == .success("one"))
        storage.write(good, to: "notes", keepingOldAs: nil)
        try damage { $0 = [UInt8](repeating: 0, count: 4096) }
        #expect(load() == .success("one"))
        // A damaged block at the beginning.
        try saveOneAndTwo()
        for byte: UInt8 in [0, 0x5a] {
            try damage { $0 = [UInt8](repeating: byte, count: headerCount) + $0.dropFirst(headerCount) }
            #expect(load() == .success("one"))
            try saveOneAndTwo()
        }
    }

    @Test func flippedBitInTheHeaderOfTheOnlyFileIsRepaired() throws {
        for version in [1, 9, 12] {
            try file(version: version).save("only")
            let good = try #require(storage.read("notes"))
            let headerCount = headerCount(of: good)
            for place in 0..<headerCount {
                for bit in stride(from: hasFewRounds ? place % 4 : 0, to: 8, by: hasFewRounds ? 4 : 1) {
                    try damage { $0[place] ^= 1 << bit }
                    #expect(try file(version: version).load() == "only")
                    #expect(storage.read("notes") == good)
                }
            }
            try file(version: version).remove()
            #expect(storage.paths(beginningWith: "") == [])
        }
    }

    /// Each bit with each other bit of two distances: in one line, and in two lines.
    @Test func twoFlippedBitsInTheHeaderLoseNothing() throws {
        try file().save("only")
        let good = try #require(storage.read("notes"))
        let count = headerCount(of: good)
        for place in 0..<count {
            for (bit, distance) in zip(0..<8, [0, 1, 5, count / 3, count / 3 + 7, 2 * count / 3, 11, 13]) {
                try damage {
                    $0[place] ^= 1 << bit
                    $0[(place + distance) % count] ^= 1 << (bit + 1) % 8
                }
                #expect(try file().load() == "only", "bit \(bit) of \(place), and \(distance) after it")
                #expect(storage.read("notes") == good)
            }
            try file().remove()
            storage.write(good, to: "notes", keepingOldAs: nil)
        }
    }

    /// A file of the first form, with one flipped bit or without.
    @Test func fileOfTheFirstFormIsNamedAndUnchanged() throws {
        let line = "RexState 1 1 24 4f6aad18d422e389\n"
        for place in 0...line.utf8.count {
            var bytes = Array((line + #"[1.5,"inf","-inf","nan"]"#).utf8)
            bytes[place] ^= place < line.utf8.count ? 2 : 0
            storage.write(bytes, to: "notes", keepingOldAs: nil)
            let file = file()
            for _ in 0..<2 {
                let error = #expect(throws: StorageError.self) { try file.load() }
                #expect(error?.description.contains("an earlier version of Rex") == true)
                #expect(throws: StorageError.self) { try file.load(owner: "Ada") }
                #expect(throws: StorageError.self) { try file.save("new") }
            }
            #expect(file.version == 1 && storage.paths(beginningWith: "") == ["notes"])
            #expect(storage.read("notes") == bytes)
        }
        let file = file()
        try file.remove()
        try file.save("new")
        #expect(try file.load() == "new")
    }

    @Test func newerFormIsNamedAndUnchanged() throws {
        let newer = FileForm("Rex State", 3, earlier: []).header([1, 2]) + Array("value".utf8)
        storage.write(newer, to: "notes", keepingOldAs: nil)
        #expect(throws: StorageError(.read, "notes", .isNewer(version: 3))) { try file().load() }
        #expect(throws: StorageError(.read, "notes", .isNewer(version: 3))) { try file().save("new") }
        #expect(storage.read("notes") == newer)
    }

    @Test func newerVersionWithADamagedHeaderIsUnchanged() throws {
        try file(version: 9).save("new")
        let good = try #require(storage.read("notes"))
        let headerCount = headerCount(of: good)
        for place in 0..<headerCount {
            try damage { $0[place] ^= 1 }
            let damaged = storage.read("notes")
            #expect(throws: StorageError(.read, "notes", .isNewer(version: 9))) { try file(version: 2).load() }
            #expect(storage.read("notes") == damaged)
            storage.write(good, to: "notes", keepingOldAs: nil)
        }
    }

    @Test func putAsideFileIsReportedByAnAction() throws {
        for place in [0, 1_000] {
            try saveOneAndTwo()
            try damage { $0[min(place, $0.count - 2)] ^= 1 }
            let file = file()
            let text = try #require(try file.load())
            #expect(text == (place == 0 ? "two" : "one"))
            let test = TestStore(
                initialState: Notes(text: text),
                feature: savedNotes,
                dependencies: file,
                checks: .onlyWhatIsSaid
            )
            let report = StorageError(.read, "notes", .wasDamaged(keptAs: "notes.damaged-1"))
            #expect(test.state.problems == [report])
            #expect(
                "\(report)"
                    == "notes was damaged and is kept as notes.damaged-1; what could be read of it is in its place."
            )
            test.send(.typed("three"))
            test.send(.saveNow)
            #expect(test.state.problems == [report])
            test.finish()
            try file.remove()
        }
    }

    @Test func damagedFileFoundByASaveIsReportedByAnAction() throws {
        try saveOneAndTwo()
        try damage { $0.removeLast() }
        let test = TestStore(
            initialState: Notes(),
            feature: savedNotes,
            dependencies: file(),
            checks: .onlyWhatIsSaid
        )
        #expect(test.state.problems == [])
        test.send(.typed("three"))
        test.send(.saveNow)
        #expect(test.state.problems == [StorageError(.read, "notes", .wasDamaged(keptAs: "notes.damaged-1"))])
        test.finish()
    }

    @Test func putAsideFileGetsTheNextFreeNumber() throws {
        storage.write([1], to: "notes.damaged-7", keepingOldAs: nil)
        for number in 8...10 {
            try saveOneAndTwo()
            try damage { $0.removeLast() }
            #expect(try file().load() == "one")
            #expect(storage.read("notes.damaged-\(number)") != nil)
        }
        #expect(storage.paths(beginningWith: "notes.damaged").count == 4)
    }

    @Test func veryLargeNumberDoesNotPreventPuttingAside() throws {
        for number in [Int.max, 1 << 30] { storage.write([1], to: "notes.damaged-\(number)", keepingOldAs: nil) }
        storage.write([1], to: "notes.damaged-99999999999999999999", keepingOldAs: nil)
        for number in 1...2 {
            try saveOneAndTwo()
            try damage { $0.removeLast() }
            #expect(try file().load() == "one")
            #expect(storage.read("notes.damaged-\(number)") != nil)
        }
        try file().remove()
        #expect(storage.paths(beginningWith: "") == [])
    }

    @Test func twoFeaturesThatReportFailuresToEachOtherTerminate() {
        struct Both: Sendable { var one = 0, two = 0, failures = 0 }
        enum BothAction: Sendable { case tapped, failed(StorageError) }
        let disk = TestStorage()
        let feature = Feature<BothAction, Both, Void> { action, both in
            switch action {
            case .tapped: (both.one, both.two) = (both.one + 1, both.two + 1)
            case .failed: both.failures += 1
            }
        }
        let saved =
            feature
            <> .saving(\.one, to: { _ in StateFile(at: "one", storage: disk) }, now: { _ in true }) { .failed($0) }
            <> .saving(\.two, to: { _ in StateFile(at: "two", storage: disk) }, now: { _ in true }) { .failed($0) }
        let store = Store(initialState: Both(), feature: saved, dependencies: ())
        disk.failCalls(count: 1_000_000, with: ENOSPC)
        store.dispatch(.tapped)
        #expect(store.state.failures == 2)
        store.dispatch(.tapped)
        #expect(store.state.failures == 4)
        disk.failCalls(count: 0, with: 0)
    }

    @Test func lossOfAllFilesIsReportedOnceAndTheAppContinues() throws {
        try saveOneAndTwo()
        try damage { $0.removeLast() }
        try damage("notes.previous") { $0.removeLast() }
        let file = file()
        #expect(throws: StorageError(.read, "notes", .isDamaged)) { try file.load() }
        #expect(try file.load() == nil)
        #expect(storage.paths(beginningWith: "notes.damaged").count == 2)
        try file.save("new")
        #expect(try file.load() == "new")
    }

    @Test func saveWithoutALoadPutsADamagedFileAside() throws {
        try saveOneAndTwo()
        try damage { $0.removeLast() }
        try file().save("three")
        #expect(storage.read("notes.damaged-1") != nil)
        try damage { $0.removeLast() }
        #expect(try file().load() == "one")
    }

    @Test func newerVersionIsRefusedAndUnchangedUntilItIsRemoved() throws {
        try file(version: 3).save("new")
        let before = storage.read("notes")
        let old = file(version: 2)
        let error = StorageError(.read, "notes", .isNewer(version: 3))
        #expect(throws: error) { try old.load() }
        #expect(throws: error) { try old.save("old") }
        #expect(storage.read("notes") == before)
        #expect(storage.read("notes.previous") == nil)
        try old.remove()
        try old.save("old")
        #expect(try old.load() == "old")
    }

    @Test func fileOfAnotherAppIsRefusedAndUnchanged() throws {
        let bytes = Array("{\"texts\": []}".utf8)
        storage.write(bytes, to: "notes", keepingOldAs: nil)
        #expect(throws: StorageError(.read, "notes", .isForeign)) { try file().load() }
        #expect(throws: StorageError(.read, "notes", .isForeign)) { try file().save("mine") }
        #expect(throws: StorageError(.remove, "notes", .isForeign)) { try file().remove() }
        #expect(storage.paths(beginningWith: "") == ["notes"])
        #expect(storage.read("notes") == bytes)
    }

    @Test func intactFileThatTheCoderCannotReadIsRefusedAndUnchanged() throws {
        let other = StateFile<[String: Int]>(at: "notes", storage: storage)
        try other.save(["secret": 7])
        let before = storage.read("notes")
        withExtendedLifetime(other) {
            _ = #expect(throws: StorageError(.lock, "notes", .isInUse)) { try file().load() }
        }
        try StateFile<[String: Int]>(at: "other", storage: storage).save(["secret": 7])
        storage.move("other", to: "unreadable")
        let unreadable = NotesFile(at: "unreadable", storage: storage)
        #expect(throws: StorageError.self) { try unreadable.save("mine") }
        let error = #expect(throws: StorageError.self) { try unreadable.load() }
        #expect(error?.description.contains("cannot be decoded") == true)
        #expect(error?.description.contains("secret") == false)
        #expect(storage.read("unreadable") == before)
    }

    @Test func encodingErrorDoesNotContainTheValue() throws {
        struct Secret: Codable, Sendable {
            struct Failure: Error { let text = "secret" }
            func encode(to encoder: any Encoder) throws { throw Failure() }
        }
        let file = StateFile<Secret>(at: "secret", storage: storage)
        let error = #expect(throws: StorageError.self) { try file.save(Secret()) }
        #expect(error?.description == "secret cannot be written: its value cannot be encoded, because of a Failure.")
        #expect(storage.paths(beginningWith: "").isEmpty)
    }

    @Test func fileInUseByAnotherStoreIsNotRemoved() throws {
        try saveOneAndTwo()
        let other = file()
        #expect(try other.load() == "two")
        #expect(throws: StorageError(.lock, "notes", .isInUse)) { try file().remove() }
        #expect(try other.load() == "two")
    }

    @Test(arguments: [StorageError.Reason.isInUse, .system(EIO)]) func fileThatCouldNotBeLoadedIsNotReplaced(
        reason: StorageError.Reason
    ) throws {
        let disk = TestStorage()
        do { try NotesFile(at: "notes", storage: disk).save("one") }
        let file = NotesFile(at: "notes", storage: disk)
        var other = Optional(NotesFile(at: "notes", storage: disk))
        if reason == .isInUse { _ = try other?.load() } else { disk.failCalls(after: 2, with: EIO) }
        let error = #expect(throws: StorageError.self) { try file.load() }
        #expect(error?.reason == reason)
        other = nil
        let test = TestStore(initialState: Notes(), feature: savedNotes, dependencies: file, checks: .onlyWhatIsSaid)
        test.send(.typed("two"))
        test.send(.saveNow)
        #expect(test.state.problems == [error])
        #expect(try text(in: disk) == "one")
        #expect(try file.load() == "one")
        test.send(.saveNow)
        #expect(try text(in: disk) == "two")
        test.finish()
    }

    @Test func removedFileThatCouldNotBeLoadedAllowsSaving() throws {
        let file = file()
        do {
            let other = self.file()
            try other.save("one")
            #expect(throws: StorageError(.lock, "notes", .isInUse)) { try file.load() }
            try other.remove()
        }
        try file.save("two")
        #expect(try file.load() == "two")
    }

    @Test func failureActionIsNoSavingAttempt() throws {
        let disk = TestStorage()
        let file = NotesFile(at: "notes", storage: disk)
        let feature = notes <> .saving(\.text, to: { $0 }, now: { _ in true }) { .notSaved($0) }
        let store = Store(initialState: Notes(), feature: feature, dependencies: file)
        disk.failCalls(count: 1_000, with: ENOSPC)
        store.dispatch(.typed("a"))
        #expect(store.state.problems.count == 1)
        store.dispatch(.tapped)
        #expect(store.state.problems.count == 2)
        disk.failCalls(count: 0, with: ENOSPC)
        store.dispatch(.tapped)
        #expect(try file.load() == "a")
    }

    @Test func failedRemovalIsReportedAndRetried() throws {
        struct Account: Sendable { var name: String? = "Ann", problems: [StorageError] = [] }
        enum AccountAction: Sendable { case logOut, tapped, notSaved(StorageError) }
        let account = Feature<AccountAction, Account, NotesFile> { action, account in
            switch action {
            case .logOut: account.name = nil
            case .tapped: break
            case .notSaved(let error): account.problems.append(error)
            }
        }
        let disk = TestStorage()
        let file = NotesFile(at: "account", storage: disk)
        try file.save("Ann")
        let feature = account <> .saving(\.name, to: { $0 }, now: { _ in true }) { .notSaved($0) }
        let store = Store(initialState: Account(), feature: feature, dependencies: file)
        disk.failCalls(count: 1, with: EIO)
        store.dispatch(.logOut)
        #expect(store.state.problems.map(\.reason) == [.system(EIO)])
        store.dispatch(.tapped)
        #expect(try file.load() == nil)
    }

    @Test func removeLeavesNoFile() throws {
        try saveOneAndTwo()
        try damage { $0.removeLast() }
        let file = file()
        _ = try file.load()
        storage.write([], to: "notes.new", keepingOldAs: nil)
        storage.write([], to: "notes.mine", keepingOldAs: nil)
        try file.save("three")
        try file.remove()
        #expect(storage.paths(beginningWith: "") == ["notes.mine"])
        #expect(try file.load() == nil)
    }

    @Test func failedSaveKeepsTheOldFileAndTheNextChangeRetries() throws {
        for failing in 0..<20 {
            let disk = TestStorage()
            let file = NotesFile(at: "notes", storage: disk)
            try file.save("old")
            let test = TestStore(initialState: Notes(text: "old"), feature: savedNotes, dependencies: file)
            test.send(.typed("new")) { $0.text = "new" }
            let calls = disk.callNames.count
            disk.failCalls(after: failing, with: ENOSPC)
            test.advance(by: .seconds(1))
            // Failures of cleanup and of unneeded checks do not fail the save.
            guard disk.callNames.count > calls + failing else { return test.finish() }
            if let error = test.state.problems.first {
                test.receive(.notSaved(error)) { $0.problems = [error] }
                #expect(error.path == "notes")
                #expect(error.reason == .system(ENOSPC))
                let left = try text(in: disk)
                #expect(left == "old" || left == "new")
                test.send(.typed("newer")) { $0.text = "newer" }
                test.advance(by: .seconds(1))
            }
            #expect(try text(in: disk) == test.state.text)
            test.finish()
        }
        Issue.record("Every call failed, so no program ran without a failure.")
    }
}
