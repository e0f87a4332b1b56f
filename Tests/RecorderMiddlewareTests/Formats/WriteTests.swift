// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// Existing files, links, pipes and permissions.
@Suite struct WriteTests {
    private let folder: TemporaryFolder
    private let recording: Recording<ShopAction, ShopState>
    private var path: String { folder.file("run.txt") }

    init() throws {
        folder = try TemporaryFolder()
        let shop = RecordedShop()
        shop.store.dispatch(.add("tea", amount: 2))
        recording = shop.recording
    }

    private func expectWritten(to name: String, files: [String]) throws {
        #expect(try folder.text(of: name).hasPrefix("1 add(\"tea\""))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files)
    }

    private func rights(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func existingFileIsReplacedAndKeepsItsPermissions() throws {
        try folder.write("old, and longer than what is new: " + String(repeating: "x", count: 1_000), to: "run.txt")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let old = try FileHandle(forReadingFrom: URL(filePath: path))
        try recording.write(to: path)
        try expectWritten(to: "run.txt", files: ["run.txt"])
        #expect(try rights(of: path) == 0o640)
        // Open descriptors still read the old file.
        #expect(try old.readToEnd()?.starts(with: Data("old, and".utf8)) == true)
    }

    @Test func newFileHasTheUsualPermissions() throws {
        try folder.write("", to: "other")
        try recording.write(to: path)
        try expectWritten(to: "run.txt", files: ["other", "run.txt"])
        #expect(try rights(of: path) == 0o666 & ~Int(usualMask))
    }

    private var usualMask: mode_t {
        let mask = umask(0)
        umask(mask)
        return mask
    }

    @Test func targetOfALinkIsReplaced() throws {
        try folder.write("old", to: "page.txt")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "page.txt")
        try recording.write(to: path)
        try expectWritten(to: "page.txt", files: ["page.txt", "run.txt"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "page.txt")
    }

    @Test func missingTargetOfALinkIsCreated() throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "page.txt")
        try recording.write(to: path)
        try expectWritten(to: "page.txt", files: ["page.txt", "run.txt"])
    }

    @Test func pipeGetsTheText() throws {
        let isMade = unsafe mkfifo(path, 0o600) == 0
        #expect(isMade)
        let child = try ChildProcess(running: "cat", arguments: [path])
        try recording.write(to: path)
        #expect(child.remainingOutput().hasPrefix("1 add(\"tea\""))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.txt"])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "There is no /dev/full."))
    func fullDeviceThrows() throws {
        #expect { try recording.write(to: "/dev/full", as: .text) } throws: {
            "\($0)" == "/dev/full cannot be written: No space left on device"
        }
    }

    @Test func folderThrows() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect { try recording.write(to: path) } throws: {
            "\($0)".contains("run.txt cannot be written: Is a directory")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.txt"])
    }
}
