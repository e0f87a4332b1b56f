// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexTestSupport
import RexTesting
import Testing

/// The contract of all storages.
@Suite struct StorageTests {
    private func storages() throws -> [(storage: any Storage, folder: String, keeper: TemporaryFolder?)] {
        let folder = try TemporaryFolder()
        return [(.files, folder.file("a/b"), folder), (.memory, "a/b", nil)]
    }

    @Test func writtenFileIsReadUntilItIsReplacedOrRemoved() throws {
        for (storage, folder, _) in try storages() {
            let path = "\(folder)/value"
            #expect(try storage.read(path) == nil)
            try storage.write([1, 2], to: path)
            #expect(try storage.read(path) == [1, 2])
            try storage.write([], to: path, keepingOldAs: path + ".old")
            #expect(try storage.read(path) == [])
            #expect(try storage.read(path + ".old") == [1, 2])
            try storage.remove(path)
            try storage.remove(path)
            #expect(try storage.read(path) == nil)
        }
    }

    @Test func appendedBytesComeAfterTheExistingOnes() throws {
        for (storage, folder, _) in try storages() {
            let path = "\(folder)/log"
            try storage.sync(path)
            try storage.append([1], to: path)
            try storage.append([2, 3], to: path)
            try storage.sync(path)
            #expect(try storage.read(path) == [1, 2, 3])
            try storage.write([9], to: path)
            try storage.append([8], to: path)
            #expect(try storage.read(path) == [9, 8])
        }
    }

    @Test func movedFileReplacesTheDestination() throws {
        for (storage, folder, _) in try storages() {
            try storage.write([1], to: "\(folder)/one")
            try storage.write([2], to: "\(folder)/two")
            try storage.move("\(folder)/one", to: "\(folder)/two")
            #expect(try storage.paths(beginningWith: "\(folder)/") == ["\(folder)/two"])
            #expect(try storage.read("\(folder)/two") == [1])
        }
    }

    @Test func lockHasOneHolder() throws {
        for (storage, folder, _) in try storages() {
            let path = "\(folder)/value"
            let lock = try storage.lock(path)
            #expect(throws: StorageError(.lock, path, .isInUse)) { try storage.lock(path) }
            _ = try storage.lock(path + "2")
            lock.unlock()
            do {
                let second = try storage.lock(path)
                lock.unlock()
                #expect(throws: StorageError(.lock, path, .isInUse)) { try storage.lock(path) }
                withExtendedLifetime(second) {}
            }
            _ = try storage.lock(path)
        }
    }

    @Test func writeThatFailsAtAnyCallKeepsTheOldFile() throws {
        let whole = TestStorage()
        try whole.write([1], to: "value")
        let count = whole.callNames.count
        try whole.write([2], to: "value", keepingOldAs: "old")
        let calls = Array(whole.callNames[count...])
        for failing in 0... {
            let storage = TestStorage()
            try storage.write([1], to: "value")
            storage.failCalls(after: failing, with: ENOSPC)
            do {
                try storage.write([2], to: "value", keepingOldAs: "old")
            } catch {
                // If the folder cannot be synced, either file may survive.
                let left = try storage.read("value")
                #expect(left == (failing < calls.count - 1 ? [1] : [2]))
                #expect(try storage.read("value.new") == nil)
                continue
            }
            #expect(calls.last == "fsync" && failing == calls.count)
            return
        }
    }

    @Test func appendThatFailsAtAnyCallLeavesNoBytes() throws {
        for failing in 0... {
            let storage = TestStorage()
            try storage.append([1], to: "log")
            storage.failCalls(after: failing, with: ENOSPC)
            do {
                try storage.append([2, 3], to: "log")
            } catch {
                #expect(try storage.read("log") == [1])
                continue
            }
            #expect(failing == 4)
            return
        }
    }

    @Test func removalIsDurableAfterAFailedOne() throws {
        for failing in 0..<4 {
            let storage = TestStorage()
            try storage.write([1], to: "folder/value")
            storage.failCalls(after: failing, with: EIO)
            try? storage.remove("folder/value")
            storage.failCalls(count: 0, with: 0)
            try storage.remove("folder/value")
            storage.kill()
            #expect(try storage.read("folder/value") == nil)
            try storage.remove("nowhere/value")
        }
    }

    @Test func errorNamesTheOperation() throws {
        let storage = TestStorage()
        try storage.write([1], to: "a")
        func expect(_ operation: StorageError.Operation, _ body: () throws -> Void) {
            storage.failCalls(with: EIO)
            #expect(throws: StorageError(operation, "a", .system(EIO))) { try body() }
        }
        expect(.read) { _ = try storage.read("a") }
        expect(.write) { try storage.write([2], to: "a") }
        expect(.append) { try storage.append([2], to: "a") }
        expect(.sync) { try storage.sync("a") }
        expect(.move) { try storage.move("a", to: "b") }
        expect(.list) { _ = try storage.paths(beginningWith: "a") }
        expect(.lock) { _ = try storage.lock("a") }
        expect(.remove) { try storage.remove("a") }
    }

    @Test func failedFirstAppendLeavesNoFile() throws {
        for failing in 0... {
            let storage = TestStorage()
            storage.failCalls(after: failing, with: ENOSPC)
            do {
                try storage.append([2, 3], to: "log")
            } catch {
                #expect(try storage.read("log") == nil)
                continue
            }
            #expect(storage.callNames.count <= failing)
            return
        }
    }

    @Test func pathsAreComparedLikeTheSystem() throws {
        let folder = try TemporaryFolder()
        let storage = FileStorage.files
        for name in ["\u{301}note", "new \u{301}folder/\u{308}note"] {
            let file = StateFile<String>(at: folder.file(name), storage: storage)
            try file.save("one")
            try file.save("two")
            try file.remove()
            #expect(try storage.paths(beginningWith: folder.file(name)) == [folder.file(name) + ".lock"])
        }
        let (one, other) = (folder.file("caf\u{e9}"), folder.file("cafe\u{301}"))
        let file = StateFile<String>(at: one, storage: storage)
        for text in ["one", "two"] { try file.save(text) }
        for name in [other, other + ".previous", other + ".damaged-1"] { try storage.write([1], to: name) }
        try file.remove()
        #expect(try storage.paths(beginningWith: other).count == 3)
    }

    @Test func syncedAppendSurvivesALossOfPower() {
        exploreSchedules(500, seed: 1) { schedule in
            let storage = TestStorage(schedule: schedule)
            try storage.append([1, 2], to: "a/log")
            try storage.sync("a/log")
            try storage.append([3, 4, 5], to: "a/log")
            storage.kill()
            let left = try #require(try storage.read("a/log"))
            #expect(left.starts(with: [1, 2]) && left.count <= 5)
            #expect(zip(left, [1, 2, 3, 4, 5] as [UInt8]).allSatisfy { $0 == $1 || $0 == 0 })
        }
    }

    @Test func matchingCopyOfADamagedFileIsReused() throws {
        let storage = TestStorage()
        #expect(try storage.putAside([1], of: "value") == "value.damaged-1")
        #expect(try storage.putAside([2], of: "value") == "value.damaged-2")
        #expect(try storage.putAside([1], of: "value") == "value.damaged-1")
        #expect(try storage.putAside([2], of: "value") == "value.damaged-2")
        #expect(try storage.read("value.damaged-1") == [1] && storage.read("value.damaged-2") == [2])
        #expect(try storage.paths(beginningWith: "value") == ["value.damaged-1", "value.damaged-2"])
    }

    @Test(arguments: 0..<12) func reusedCopyOfAnEarlierProcessIsOnDisk(calls: Int) throws {
        let storage = TestStorage()
        storage.failCalls(after: calls, count: .max, with: 5)
        _ = try? storage.putAside([1], of: "value")
        storage.failCalls(count: 0, with: 0)
        storage.crash()
        #expect(try storage.putAside([1], of: "value") == "value.damaged-1")
        storage.kill()
        #expect(try storage.read("value.damaged-1") == [1])
    }
}

/// The file that a save replaces.
@Suite struct PreviousFileTests {
    /// Fails, or ends the process, at each call of a second save: both names have a whole value.
    @Test(arguments: 0..<16, [true, false]) func bothNamesHaveAValueAtEachMoment(calls: Int, isCut: Bool) throws {
        for takingEffect in [true, false] {
            let disk = TestStorage()
            func values() throws -> [String?] {
                try ["notes", "notes.previous"].map { path in
                    let copy = MemoryStorage()
                    guard let bytes = try disk.read(path) else { return nil }
                    copy.write(bytes, to: "copy", keepingOldAs: nil)
                    return try StateFile<String>(at: "copy", storage: copy).load()
                }
            }
            let file = StateFile<String>(at: "notes", storage: disk)
            for text in ["one", "two"] { try file.save(text) }
            if isCut {
                disk.cutPower(after: calls)
            } else {
                disk.failCalls(after: calls, takingEffect: takingEffect, with: EIO)
            }
            try? file.save("three")
            disk.failCalls(count: 0, with: 0)
            if isCut { disk.kill() }
            let left = try values()
            #expect([["two", "one"], ["two", "two"], ["three", "two"]].contains(left), "\(left)")
            guard !isCut else { continue }
            try file.save("four")
            #expect(try values() == ["four", left[0]])
            try file.remove()
            #expect(try disk.paths(beginningWith: "notes") == ["notes.lock"])
        }
    }

    @Test(arguments: [EPERM, ENOTSUP, EMLINK]) func aFileSystemWithoutSecondNamesKeepsACopy(error: Int32) throws {
        let whole = TestStorage()
        let first = StateFile<String>(at: "notes", storage: whole)
        for text in ["one", "two"] { try first.save(text) }
        let count = whole.callNames.count
        try first.save("three")
        let place = try #require(whole.callNames[count...].firstIndex(of: "link"))

        let disk = TestStorage()
        let file = StateFile<String>(at: "notes", storage: disk)
        for text in ["one", "two"] { try file.save(text) }
        disk.failCalls(after: place - count, with: error)
        try file.save("three")
        disk.kill()
        #expect(try StateFile<String>(at: "notes", storage: disk).load() == "three")
        #expect(try StateFile<String>(at: "notes.previous", storage: disk).load() == "two")
    }
}
