// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// Existing files at the path of a recorder's file.
@Suite struct FilePlaceTests {
    let folder: TemporaryFolder
    var path: String { folder.file("run.rex") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func record(_ amount: Int, at path: String) -> [ShopAction?] {
        let shop = RecordedShop(Recorder(file: path, capacity: 10))
        shop.store.dispatch(.add("tea", amount: amount))
        return shop.actions
    }

    private func read(_ path: String) throws -> [ShopAction?] {
        try Recording<ShopAction, ShopState>(file: path).entries.map(\.action)
    }

    private func kind(of path: String) throws -> FileAttributeType? {
        try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    }

    /// Expects that the recorder keeps its action in memory, and that the folder has no new file.
    private func expectUnchanged(_ path: String, _ kind: FileAttributeType, files: Int = 1) throws {
        #expect(record(1, at: path) == [.add("tea", amount: 1)])
        #expect(try self.kind(of: path) == kind)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == files)
    }

    @Test func olderRecordingIsReplaced() throws {
        for amount in 0..<3 {
            #expect(record(amount, at: path) == [.add("tea", amount: amount)])
            #expect(try read(path) == [.add("tea", amount: amount)])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.rex"])
    }

    #if os(Linux)
    @Test func recordingIsReplacedWhileAForkedChildStillHasItsDescriptor() throws {
        var copy: CInt = -1
        do {
            let shop = RecordedShop(Recorder(file: path, capacity: 10))
            shop.store.dispatch(.add("tea", amount: 1))
            let folder = "/proc/self/fd"
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                // The file was made under a longer name, which the system remembers.
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
                let wanted = URL(filePath: path).resolvingSymlinksInPath().path
                if target?.hasPrefix(wanted) == true, let descriptor = CInt(name) {
                    copy = dup(descriptor)
                }
            }
        }
        #expect(copy >= 0)
        defer { close(copy) }
        _ = record(2, at: path)
        #expect(try read(path) == [.add("tea", amount: 2)])
    }
    #endif

    @Test func olderRecordingWithABrokenHeaderIsReplacedToo() throws {
        _ = record(1, at: path)
        var broken = try Data(contentsOf: URL(filePath: path))
        broken[0] = 0
        try broken.write(to: URL(filePath: path))
        _ = record(2, at: path)
        #expect(try read(path) == [.add("tea", amount: 2)])
    }

    @Test func pipeIsLeftUnchanged() throws {
        let isMade = unsafe mkfifo(path, 0o600) == 0
        #expect(isMade)
        try expectUnchanged(path, .typeUnknown)
    }

    @Test func folderIsLeftUnchanged() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try expectUnchanged(path, .typeDirectory)
    }

    @Test func emptyFileIsLeftUnchanged() throws {
        try folder.write("", to: "run.rex")
        try expectUnchanged(path, .typeRegular)
        #expect(try folder.text(of: "run.rex") == "")
    }

    @Test func deviceIsLeftUnchanged() throws {
        #expect(record(1, at: "/dev/null") == [.add("tea", amount: 1)])
        #expect(try kind(of: "/dev/null") == .typeCharacterSpecial)
    }

    @Test func linkToAnotherFileIsLeftUnchanged() throws {
        try folder.write("a thesis", to: "thesis.txt")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "thesis.txt")
        try expectUnchanged(path, .typeSymbolicLink, files: 2)
        #expect(try folder.text(of: "thesis.txt") == "a thesis")
    }

    @Test func linkWithoutATargetIsLeftUnchanged() throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "none")
        try expectUnchanged(path, .typeSymbolicLink)
    }

    @Test func recordingBehindALinkIsReplaced() throws {
        _ = record(1, at: folder.file("target.rex"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "target.rex")
        _ = record(2, at: path)
        #expect(try kind(of: path) == .typeSymbolicLink)
        #expect(try read(folder.file("target.rex")) == [.add("tea", amount: 2)])
    }

    @Test func recordingInUseIsLeftUnchanged() throws {
        let shop = RecordedShop(Recorder(file: path, capacity: 10))
        #expect(record(1, at: path) == [.add("tea", amount: 1)])
        shop.store.dispatch(.add("tea", amount: 2))
        #expect(try read(path) == [.add("tea", amount: 2)])
    }

    /// All recorders see the same older recording, or no file.
    ///
    /// One of them gets the path.
    @Test(arguments: [true, false]) func oneOfManyConcurrentRecordersGetsTheFile(isThere: Bool) throws {
        if isThere { _ = record(0, at: path) }
        let shops = RexTestSupport.Recorder<RecordedShop>()
        onThreads(4) { [path] thread in
            let shop = RecordedShop(Recorder(file: path, capacity: 10))
            shop.store.dispatch(.add("tea", amount: thread))
            shops.record(shop)
        }
        #expect(shops.events.count == 4)
        #expect(try read(path).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.rex"])
        let last = try read(path)
        shops.events.forEach { $0.store.dispatch(.add("milk", amount: 1)) }
        #expect(try read(path) == last + [.add("milk", amount: 1)])
    }

    /// Without this check, the disk was filled first.
    @Test(arguments: [4_000_001, 300_000_000, Int.max]) func tooLargeCapacityTraps(capacity: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [capacity] in
            _ = Recorder<ShopAction, ShopState>(file: "/dev/null/none", capacity: capacity)
        }
        expectMessage(of: result, contains: "it keeps at most 4000000, for which")
    }

    @Test func pipeIsNotReadAsARecording() throws {
        let isMade = unsafe mkfifo(path, 0o600) == 0
        #expect(isMade)
        #expect { try read(path) } throws: { "\($0)".contains("cannot be read: it is not a regular file") }
    }
}
