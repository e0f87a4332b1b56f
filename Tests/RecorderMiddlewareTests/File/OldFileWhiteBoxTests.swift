// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@testable import RecorderMiddleware

/// Files of older versions, without the fields that were added to the end of records.
@Suite struct OldFileWhiteBoxTests {
    private func recording(_ changes: [String]) throws -> Recording<ShopAction, ShopState> {
        let folder = try TemporaryFolder()
        let header = FileHeader(capacity: 100, startOfDay: 7, process: 1, ringSize: 1 << 16)
        var ring = FileRing(try FileClaim.makeFile(at: folder.file("run.rex"), header), ringSize: 1 << 16)
        for (index, change) in changes.enumerated() {
            var began = ByteBuffer()
            for field in [index + 1, 0, 0, 1, 0] { began.integer(field) }
            began.uint32(FileField.encoded.rawValue)
            began.text(#"{"add":{"_0":"a","amount":1}}"#)
            began.text("Shop/A.swift")
            began.text("f()")
            began.word(7)
            began.uint32(0)
            append(&began, .actionBegan, &ring)
            var ended = ByteBuffer()
            for field in [index + 1, 1, 2, 3, 4, 5] { ended.integer(field) }
            ended.text(change)
            ended.uint32(FileField.nothing.rawValue)
            ended.uint32(FileField.nothing.rawValue)
            append(&ended, .actionEnded, &ring)
        }
        let bytes = FileReading.bytes(of: ring.descriptor, at: 0, count: .max)
        return FileValues(reading: ShopAction.self).recording(of: try FileContents(bytes))
    }

    private func append(_ fields: inout ByteBuffer, _ kind: FileRecord.Kind, _ ring: inout FileRing) {
        fields.align()
        let isWritten = unsafe fields.withBytes { unsafe ring.append(kind, $0) }
        #expect(isWritten)
    }

    @Test func actionsOfOldFilesHaveNoStoreName() throws {
        let recording = try recording([""])
        #expect(recording.entries.map(\.store) == [nil])
        #expect(recording.entries.map(\.actionText) == [#"add("a", amount: 1)"#])
        #expect(recording.damage == nil)
    }

    @Test func replayOfAnOldFileWithoutChangesOnlyReduces() throws {
        #expect(try recording(["", ""]).replay(from: ShopState(), reducer: .shop).amounts == ["a": 2])
    }

    @Test func replayOfAnOldFileWithChangesComparesThem() throws {
        let changes = [#"amounts["a"]: inserted 1"#, ""]
        #expect {
            try recording(changes).replay(from: ShopState(), reducer: .shop)
        } throws: {
            "\($0)".contains("After action 2, ")
        }
    }
}
