// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexTestSupport
import RexTesting
import Testing

/// Disks whose calls fail after their effect, links, folders that disappear, and processes that die
/// without a loss of power.
@Suite struct HostileDiskTests {
    private let disk = TestStorage()

    private func file(_ path: String = "folder/notes") -> NotesFile { NotesFile(at: path, storage: disk) }

    private func secrets(in folder: String = "") throws -> [String] {
        try ["folder/", "elsewhere/", "device/"].flatMap { try disk.paths(beginningWith: $0) }.filter { path in
            try disk.read(path)?.firstRange(of: Array("secret".utf8)) != nil
        }
    }

    // MARK: Failures

    @Test(arguments: 0..<16, [true, false]) func failedSaveLeavesTheOldOrTheNewValue(
        calls: Int,
        takingEffect: Bool
    ) throws {
        for isPowerLost in [true, false] {
            let disk = TestStorage()
            func file() -> NotesFile { NotesFile(at: "notes", storage: disk) }
            try file().save("zero")
            try file().save("one")
            disk.failCalls(after: calls, takingEffect: takingEffect, with: EIO)
            let result = Result { () throws(StorageError) in try file().save("two") }
            disk.failCalls(count: 0, with: 0)
            if isPowerLost { disk.kill() } else { disk.crash() }
            let left = try file().load()
            if case .success = result { #expect(left == "two") } else { #expect(left == "one" || left == "two") }
            // The loaded value is on disk.
            disk.kill()
            #expect(try file().load() == left)
            try file().save("three")
            disk.kill()
            #expect(try file().load() == "three")
        }
    }

    @Test(arguments: 0..<16, [true, false]) func loadedValueIsOnDiskOrTheLoadFails(calls: Int, fails: Bool) throws {
        try file().save("one")
        disk.cutPower(after: 1_000)
        // The process dies after some calls, without a loss of power.
        disk.failCalls(after: calls, count: .max, takingEffect: true, with: EIO)
        try? file().save("two")
        disk.failCalls(count: 0, with: 0)
        disk.crash()
        if fails { disk.failCalls(after: calls % 8, with: EIO) }
        guard let loaded = try? file().load() else { return }
        disk.failCalls(count: 0, with: 0)
        disk.kill()
        #expect(try file().load() == loaded)
    }

    @Test(arguments: 0..<14) func removedValueStaysRemovedAfterACrash(calls: Int) throws {
        try file().save("secret")
        disk.failCalls(after: calls, count: .max, takingEffect: true, with: EIO)
        try? file().remove()
        disk.failCalls(count: 0, with: 0)
        disk.crash()
        let loaded = try file().load()
        disk.kill()
        #expect(try file().load() == loaded)
    }

    // MARK: Links

    @Test(arguments: ["folder/real", "../elsewhere/real", "/elsewhere/real", "/device/real"], [true, false])
    func everyOperationFollowsALink(target: String, isThere: Bool) throws {
        let target = target == "../elsewhere/real" ? "elsewhere/real" : target
        disk.addDevice(at: "/device")
        let absolute = target == "folder/real" ? "real" : target.hasPrefix("/") ? target : "../" + target
        let real = target == "elsewhere/real" ? "folder/../elsewhere/real" : target
        // The simulated disk does not resolve "..", so such a link leads to a folder with that name.
        if isThere { do { try NotesFile(at: real, storage: disk).save("old secret") } }
        disk.addSymbolicLink(at: "folder/notes", to: absolute)
        do {
            let file = file()
            #expect(try file.load() == (isThere ? "old secret" : nil))
            try file.save("secret")
            #expect(throws: StorageError(.lock, real, .isInUse)) { try NotesFile(at: real, storage: disk).load() }
            #expect(try disk.resolve("folder/notes") == real)
        }
        #expect(try NotesFile(at: real, storage: disk).load() == "secret")
        #expect(try file().load() == "secret")
        try file().remove()
        #expect(try disk.read(real) == nil)
        #expect(try disk.paths(beginningWith: real).allSatisfy { $0.hasSuffix(".lock") })
        #expect(try disk.resolve("folder/notes") == real)
        disk.kill()
        #expect(try file().load() == nil)
    }

    @Test func cyclicLinkFails() {
        disk.addSymbolicLink(at: "folder/notes", to: "other")
        disk.addSymbolicLink(at: "folder/other", to: "notes")
        #expect(throws: StorageError(.read, "folder/notes", .system(ELOOP))) { try file().load() }
        #expect(throws: StorageError(.read, "folder/notes", .system(ELOOP))) { try file().save("one") }
    }

    @Test func everyOperationFollowsALinkOfTheSystem() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.file("else"), withIntermediateDirectories: true)
        try expectOperations(throughALinkTo: folder.file("else"), at: folder.file("link"))
    }

    @Test func everyOperationFollowsALinkIntoAMissingFolder() throws {
        let folder = try TemporaryFolder()
        try expectOperations(throughALinkTo: folder.file("else"), at: folder.file("link"))
    }

    @Test func everyOperationFollowsALinkToAnotherDevice() throws {
        let folder = try TemporaryFolder()
        let elsewhere = "/dev/shm/rex-\(UUID())"
        try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: elsewhere) }
        try expectOperations(throughALinkTo: elsewhere, at: folder.file("link"))
    }

    private func expectOperations(throughALinkTo elsewhere: String, at path: String) throws {
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: path, withDestinationPath: elsewhere + "/real")
        let file = NotesFile(at: path)
        try file.save("one")
        try file.save("secret")
        #expect(try manager.contentsOfDirectory(atPath: elsewhere).sorted() == ["real", "real.lock", "real.previous"])
        #expect(throws: StorageError(.lock, elsewhere + "/real", .isInUse)) {
            try NotesFile(at: elsewhere + "/real").load()
        }
        try file.remove()
        #expect(try manager.contentsOfDirectory(atPath: elsewhere) == ["real.lock"])
        #expect(try manager.destinationOfSymbolicLink(atPath: path) == elsewhere + "/real")
    }

    // MARK: Folders

    @Test func nextSaveMakesARemovedFolderAgain() throws {
        let file = file()
        try file.save("one")
        disk.removeFolder("folder")
        #expect(try file.load() == nil)
        try file.save("two")
        disk.kill()
        #expect(try self.file().load() == "two")
    }

    @Test func lockWithARemovedFileIsTakenAgainOrRefused() throws {
        let one = file()
        try one.save("one")
        disk.removeFolder("folder")
        let other = file()
        try other.save("other")
        #expect(throws: StorageError(.lock, "folder/notes", .isInUse)) { try one.save("two") }
        #expect(try other.load() == "other")
        disk.removeFolder("folder")
        try one.save("three")
        #expect(throws: StorageError(.lock, "folder/notes", .isInUse)) { try other.load() }
    }

    @Test func systemLockWithARemovedFileIsNotHeld() throws {
        let folder = try TemporaryFolder()
        let lock = try FileStorage.files.lock(folder.file("notes"))
        #expect(lock.isHeld)
        try FileManager.default.removeItem(atPath: folder.file("notes.lock"))
        #expect(!lock.isHeld)
        let other = try FileStorage.files.lock(folder.file("notes"))
        #expect(other.isHeld && !lock.isHeld)
        other.unlock()
        #expect(!other.isHeld)
    }

    // MARK: Log-out

    @Test func removeLeavesNoTemporaryFile() throws {
        try file().save("secret")
        for end in [".new", ".previous.new", ".damaged-1", ".damaged-1.new", ".damaged-12.new"] {
            try disk.write(Array("secret".utf8), to: "folder/notes" + end)
        }
        for end in [".newer", ".damaged-", ".damaged-x", ".damaged-1.news", "s", ".lock"] {
            try disk.write([1], to: "folder/notes" + end)
        }
        try file().remove()
        #expect(try secrets() == [])
        let left = try disk.paths(beginningWith: "folder/notes").map { $0.dropFirst("folder/notes".count) }
        #expect(Set(left) == [".newer", ".damaged-", ".damaged-x", ".damaged-1.news", "s", ".lock"])
    }

    @Test func filesBesideALinkAreRemovedToo() throws {
        let disk = TestStorage()
        for end in [".previous", ".damaged-1", ".new"] { try disk.write([1], to: "folder/notes" + end) }
        disk.addSymbolicLink(at: "folder/notes", to: "../elsewhere/real")
        let file = StateFile<String>(at: "folder/notes", storage: disk)
        try file.save("a secret")
        try file.remove()
        let left = try disk.paths(beginningWith: "folder/") + disk.paths(beginningWith: "elsewhere/")
        #expect(left.filter { !$0.hasSuffix(".lock") && $0 != "folder/notes" } == [])
    }
}
