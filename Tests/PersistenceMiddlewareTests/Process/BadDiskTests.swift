// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexTestSupport
import Testing

/// Disks and folders that prevent saving.
@Suite struct BadDiskTests {
    /// Runs a program of the system.
    ///
    /// Returns whether it succeeded.
    @discardableResult
    private static func run(_ program: String, _ arguments: String...) -> Bool {
        guard let child = try? ChildProcess(running: program, arguments: arguments) else { return false }
        _ = child.remainingOutput()
        return child.waitForExit() == .exited(0)
    }

    private func output(of mode: String, _ path: String) throws -> [String] {
        let child = try ChildProcess(product: "PersistenceProbe", arguments: [mode, path])
        return child.remainingOutput().split(separator: "\n").map(String.init)
    }

    @Test func fileSizeLimitFailsAndKeepsTheOldFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pages.state")
        #expect(
            try output(of: "limited", path) == [
                "saved 1", "\(path) cannot be written: File too large.", "loaded 1", "saved 3",
            ]
        )
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }

    @Test func fullDiskFailsAndKeepsTheOldFile() throws {
        let folder = try TemporaryFolder()
        guard Self.run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder.path) else {
            return print("Skipped: a full disk needs a tmpfs, which cannot be mounted here.")
        }
        defer { Self.run("umount", folder.path) }
        let path = folder.file("pages.state")
        let lines = try output(of: "full", path)
        #expect(lines.first == "\(path) cannot be written: No space left on device.")
        let tried = try #require(lines.dropFirst(2).first?.split(separator: " ").last.flatMap { Int($0) })
        #expect(tried > 2)
        #expect(lines.dropFirst().first == "loaded \(tried - 1)")
        #expect(lines.last == "saved 1")
    }

    @Test(.enabled(if: getuid() == 0, "only root can change to another user"))
    func
        whoMayNotWriteReadsAndGetsAnErrorThatSaysSo() throws
    {
        let folder = try TemporaryFolder()
        unsafe chmod(folder.path, 0o755)
        let path = folder.file("pages.state")
        #expect(try output(of: "nobody", path) == ["loaded 0", "\(path) cannot be locked: Permission denied."])
        try StateFile<[String: Int]>(at: path, storage: .files(permissions: 0o644)).save(["number": 1])
        let lines = try output(of: "nobody", path)
        #expect(lines.first?.contains("cannot be decoded, since a key is missing") == true)
        unsafe chmod(path, 0o600)
        #expect(try output(of: "nobody", path).first == "\(path) cannot be read: Permission denied.")
    }

    @Test(.enabled(if: getuid() == 0, "only root can change to another user"))
    func folderThatMayNotBeSearchedIsAnErrorWithThePath() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pages.state")
        unsafe chmod(folder.path, 0o700)
        let error = "\(path) cannot be read: Permission denied."
        #expect(try output(of: "nobody", path) == [error, error])
    }

    @Test func pathOfAFolderFailsAndKeepsTheFolder() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pages")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let file = StateFile<String>(at: path)
        #expect(throws: StorageError(.read, path, .isNotFile)) { try file.load() }
        #expect(throws: StorageError(.read, path, .isNotFile)) { try file.save("text") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["pages", "pages.lock"])
    }

    @Test func folderMadeAfterTheLoadFailsAndIsKept() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pages")
        let file = StateFile<String>(at: path)
        #expect(try file.load() == nil)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(throws: StorageError(.write, path, .isNotFile)) { try file.save("text") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["pages", "pages.lock"])
    }

    @Test func thousandSavesAndLoadsLeaveNoFileOpen() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pages")
        let probe = ChildProcess.productsDirectory + "/PersistenceProbe"
        let child = try ChildProcess(
            running: "sh",
            arguments: ["-c", #"ulimit -n 40 && exec "$0" many "$1""#, probe, path]
        )
        #expect(child.remainingOutput() == "loaded 1000\n")
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func impossibleFolderFails() throws {
        let folder = try TemporaryFolder()
        let link = folder.file("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("nowhere"))
        for path in [link + "/a/b/notes", link + "/notes"] {
            #expect(throws: StorageError.self) { try StateFile<String>(at: path).save("one") }
        }
        #if os(Linux)
        #expect(throws: StorageError.self) { try StateFile<String>(at: "/proc/nope/deep/notes").save("one") }
        #endif
    }

    @Test func fileInPlaceOfAFolderFails() throws {
        let folder = try TemporaryFolder()
        try folder.write("text", to: "file")
        let path = folder.file("file/pages")
        let file = StateFile<String>(at: path)
        #expect(throws: StorageError(.lock, path, .system(ENOTDIR))) { try file.save("text") }
        #expect(try folder.text(of: "file") == "text")
    }

    @Test func namedPipeFailsWithoutWaiting() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pages")
        let isMade = unsafe mkfifo(path, 0o600) == 0
        try #require(isMade)
        #expect(throws: StorageError(.read, path, .isNotFile)) { try StateFile<String>(at: path).load() }
    }

    @Test func emptyPathFails() {
        for path in ["", "a\0b"] {
            #expect(throws: StorageError(.read, path, .system(EINVAL))) { try FileStorage.files.read(path) }
        }
    }

    @Test func filesAndFoldersAreOnlyAccessibleByTheirOwner() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a/b/pages.state")
        let file = StateFile<String>(at: path)
        try file.save("one")
        try file.save("two")
        func permissions(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try permissions(path) == 0o600)
        #expect(try permissions(path + ".previous") == 0o600)
        #expect(try permissions(path + ".lock") == 0o600)
        #expect(try permissions(folder.file("a")) == 0o700)
        #expect(try permissions(folder.file("a/b")) == 0o700)
        let shared = folder.file("shared.state")
        try FileStorage.files(permissions: 0o640).write([1], to: shared)
        #expect(try permissions(shared) == 0o640)
    }

    #if os(Linux)
    @Test func fileLongerThanItsReportedSizeIsReadCompletely() throws {
        let bytes = try #require(try FileStorage.files.read("/proc/self/status"))
        #expect(String(decoding: bytes, as: UTF8.self).contains("nonvoluntary_ctxt_switches"))
    }

    @Test func systemCallsHaveTheDurableOrder() throws {
        let folder = try TemporaryFolder()
        let (trace, path) = (folder.file("trace"), folder.file("pages.state"))
        let probe = ChildProcess.productsDirectory + "/PersistenceProbe"
        guard
            Self.run(
                "strace",
                "-f",
                "-o",
                trace,
                "-e",
                "trace=write,fsync,rename,renameat,renameat2",
                probe,
                "once",
                path
            )
        else { return print("Skipped: strace is missing, or may not trace here.") }
        let calls = try folder.text(of: "trace").split(separator: "\n").compactMap { line -> String? in
            guard let name = line.split(separator: " ").dropFirst().first?.prefix(while: { $0 != "(" }) else {
                return nil
            }
            // Its prints are not part of the order.
            return line.contains("write(1,") ? nil : name.hasPrefix("rename") ? "rename" : String(name)
        }.filter { ["write", "fsync", "rename"].contains($0) }
        let save = ["write", "fsync", "rename", "rename", "fsync"]
        #expect(Array(calls.suffix(save.count)) == save)
    }
    #endif
}
