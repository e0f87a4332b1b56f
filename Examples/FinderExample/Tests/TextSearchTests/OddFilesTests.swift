// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TextSearch

/// Unusual files and folders.
@Suite struct OddFilesTests {
    private let folder = try? Folder()

    @Test func binaryFileIsCountedAndNotSearched() async throws {
        let folder = try #require(folder)
        try folder.write("needle\0needle", to: "a")
        try folder.write("needle", to: "b")
        let batch = try await folder.search("needle")
        #expect(batch.hits.map(\.path.description) == ["\(folder.path)/b"])
        #expect(batch.counts.binary == 1)
        #expect(batch.counts.files == 2)
    }

    @Test func linksAreNotFollowedSoALoopEnds() async throws {
        let folder = try #require(folder)
        try folder.write("needle", to: "sub/a")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/sub/loop", withDestinationPath: folder.path)
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "sub/a")
        #expect(try await folder.search("needle").hits.count == 1)
    }

    @Test func folderItselfMayBeALink() async throws {
        let folder = try #require(folder)
        try folder.write("needle", to: "sub/a")
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "sub")
        let scanner = FileScanner(
            try #require(SearchQuery("needle")),
            in: try FileWalk("\(folder.path)/link")
        )
        #expect(await scanner.rest().hits.map(\.path.description) == ["\(folder.path)/link/a"])
    }

    @Test func pipesAndSocketsAreLeftOut() async throws {
        let folder = try #require(folder)
        #expect(unsafe mkfifo("\(folder.path)/pipe", 0o600) == 0)
        #expect(try await folder.search("needle").counts == SearchCounts())
    }

    @Test func nameAndTextThatAreNoUTF8AreKeptAsTheyAre() async throws {
        let folder = try #require(folder)
        let path = Array("\(folder.path)/".utf8) + [0x66, 0xff, 0xfe]
        let descriptor = unsafe (path.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map { unsafe open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
        }
        let text: [UInt8] = [0xff] + Array("needle".utf8) + [0xc3]
        #expect(unsafe write(descriptor, text, text.count) == text.count)
        close(descriptor)
        #expect(
            try await folder.search("needle").hits == [Hit(path: PathName(bytes: path), line: 1, offset: 0, text: text)]
        )
    }

    @Test func foldersThatAreTooDeepAreCountedAsUnreadable() async throws {
        let folder = try #require(folder)
        let start = unsafe open(folder.path, O_RDONLY)
        var levels = [start]
        for _ in 0..<FileWalk.maximumDepth + 3 {
            guard let last = levels.last, unsafe mkdirat(last, "d", 0o700) == 0 else { break }
            levels.append(unsafe openat(last, "d", O_RDONLY))
        }
        try folder.write("needle", to: "a")
        let batch = try await folder.search("needle")
        #expect(batch.hits.count == 1)
        #expect(batch.counts.unreadable == 1)
        for level in levels { close(level) }
    }

    @Test func folderThatDoesNotExistIsAnError() {
        #expect(throws: POSIXError(.ENOENT)) { try FileWalk("/nowhere/at/all") }
        #expect(throws: POSIXError(.ENOTDIR)) { try FileWalk("/etc/passwd") }
    }

    @Test func fileThatIsGoneIsNamed() async throws {
        let folder = try #require(folder)
        let files = [PathName("\(folder.path)/gone"), PathName("\(folder.path)/gone/too")]
        let batch = await FileScanner(try #require(SearchQuery("a")), in: files).step()
        #expect(batch.vanished == files)
        #expect(batch.counts == SearchCounts())
    }

    @Test func linkInThePlaceOfAFileIsCountedAsUnreadable() async throws {
        let folder = try #require(folder)
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: "/etc/passwd")
        let files = [PathName("\(folder.path)/link")]
        let batch = await FileScanner(try #require(SearchQuery("root")), in: files).rest()
        #expect(batch.counts.unreadable == 1)
        #expect(batch.hits == [])
    }

    /// A scanner after the first of two steps through a file of 20 MB.
    private func scannerAfterOneStep(in folder: Folder) async throws -> (FileScanner, SearchBatch) {
        try folder.write(Data(repeating: 0x0a, count: 20 << 20), to: "a")
        let scanner = FileScanner(try #require(SearchQuery("needle")), in: try FileWalk(folder.path))
        return (scanner, await scanner.step())
    }

    @Test func fileThatGrowsIsReadToTheSizeThatItHad() async throws {
        let folder = try #require(folder)
        let (scanner, first) = try await scannerAfterOneStep(in: folder)
        #expect(!first.isLast)
        let file = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/a"))
        try file.seekToEnd()
        try file.write(contentsOf: Data("needle".utf8))
        let rest = await scanner.rest()
        #expect(first.counts.bytes + rest.counts.bytes == 20 << 20)
        #expect(rest.hits == [])
    }

    @Test func fileThatShrinksEndsWhereItEnds() async throws {
        let folder = try #require(folder)
        let (scanner, first) = try await scannerAfterOneStep(in: folder)
        #expect(!first.isLast)
        #expect(unsafe truncate("\(folder.path)/a", 10) == 0)
        let rest = await scanner.rest()
        #expect(rest.isLast)
        #expect(rest.counts.bytes == 0)
        #expect(first.counts.bytes > 0)
    }
}
