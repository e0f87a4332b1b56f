// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

@testable import RecorderMiddleware

/// Files with missing or changed bytes.
@Suite struct BrokenFileWhiteBoxTests {
    private static let ringSize = 1_024

    /// Returns the bytes of a file with a small ring, after `records` records of different sizes were written.
    private func bytes(records: Int) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let header = FileHeader(capacity: 100, startOfDay: 7, process: 1, ringSize: Self.ringSize)
        var ring = FileRing(
            try FileClaim.makeFile(at: folder.file("run.rex"), header),
            ringSize: Self.ringSize
        )
        for number in 0..<records {
            let payload = [UInt8](repeating: UInt8(number), count: 8 * (1 + number % 5))
            let isWritten = unsafe payload.withUnsafeBytes { unsafe ring.append(.runEnded, $0) }
            #expect(isWritten)
        }
        return FileReading.bytes(of: ring.descriptor, at: 0, count: .max)
    }

    private func numbers(_ contents: FileContents) -> [UInt8?] { contents.records.map(\.payload.first) }

    @Test(arguments: [0, 1, 5, 100]) func anyChangedByteIsReportedOrHasNoEffect(records: Int) throws {
        let whole = try bytes(records: records)
        let all = numbers(try FileContents(whole))
        #expect(records < 100 ? all.count == records : all.count > 10 && all.last == 99)
        for offset in whole.indices {
            for change: UInt8 in hasFewRounds ? [1 << UInt8(offset % 8)] : [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                var broken = whole
                broken[offset] ^= change
                let contents = try FileContents(broken)
                let isWhole = numbers(contents) == all
                #expect(isWhole || contents.damages != [], "byte \(offset) ^ \(change)")
                #expect(contents.header == FileHeader(whole[...]))
                // At most one record is lost. If an index is broken, no record is lost.
                #expect(contents.records.count >= all.count - 1 && Set(numbers(contents)).isSubset(of: all))
                #expect(offset >= FileLayout.headerSize || isWhole && contents.damages != [])
            }
        }
    }

    @Test(arguments: [5, 100]) func fileCutAtAnyByteKeepsTheRecordsBeforeTheCut(records: Int) throws {
        let whole = try bytes(records: records)
        let all = numbers(try FileContents(whole))
        for count in FileHeader.size..<whole.count {
            let contents = try FileContents(Array(whole.prefix(count)))
            #expect(contents.damages.first == "the last \(whole.count - count) bytes of the file are missing")
            #expect(Set(numbers(contents)).isSubset(of: all))
            #expect(count < FileLayout.headerSize + 900 || contents.records.count >= all.count / 2)
        }
        for count in 0..<FileHeader.size {
            #expect { try FileContents(Array(whole.prefix(count))) } throws: { "\($0)".contains("ends in its header") }
        }
    }

    /// If a header claims a terabyte, only the existing bytes are read.
    @Test(arguments: [true, false]) func missingBytesTakeNoWork(isIndexWhole: Bool) throws {
        let header = FileHeader(capacity: 100, startOfDay: 7, process: 1, ringSize: 1 << 40)
        let index = FileIndex(turn: 0, tail: 0, head: 1 << 40)
        var bytes = header.bytes + header.bytes + index.bytes + index.bytes
        if !isIndexWhole { bytes.replaceSubrange(2 * FileHeader.size..<bytes.count, with: repeatElement(0, count: 64)) }
        let contents = try FileContents(bytes)
        #expect(contents.records.isEmpty)
        #expect(
            contents.damages.contains { $0.hasPrefix("\(1 << 40) bytes of the file cannot be read") } == isIndexWhole
        )
    }

    /// Reads files with random bytes at random offsets, some with correct checksums, and cut ends.
    ///
    /// The order is fixed, so a crash happens at the same file when the test runs again; print `round`
    /// to find it. Of 20,000 such files, 364 once crashed the reader.
    @Test func noFileCrashesItsReader() throws {
        let folder = try TemporaryFolder()
        let shop = RecordedShop(Recorder(file: folder.file("run.rex"), capacity: 10, keeping: .all))
        for amount in 0..<8 { shop.store.dispatch(.add("tea", amount: amount)) }
        let whole = Array(try Data(contentsOf: URL(filePath: folder.file("run.rex"))).prefix(12_000))
        for round in 0..<(hasFewRounds ? 200 : 20_000) {
            var generator = SeededGenerator(seed: UInt64(round))
            var broken = whole
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let isInHeader = Bool.random(using: &generator)
                let offset = Int.random(in: 0..<(isInHeader ? FileLayout.headerSize : broken.count), using: &generator)
                broken[offset] =
                    [0, 0xff, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
            }
            if generator.next() % 4 == 0 { broken.removeLast(Int(generator.next() % 12_000)) }
            repair(&broken, &generator)
            guard let contents = try? FileContents(broken) else { continue }
            let recording: Recording<ShopAction, ShopState> = FileValues(reading: ShopAction.self).recording(
                of: contents
            )
            #expect(recording.entries.count <= 10)
            _ = recording.text(as: .jsonLines)
        }
    }

    /// Sometimes corrects the checksums, as an attacker would.
    private func repair(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard bytes.count > 1_000, generator.next() % 2 == 0 else { return }
        func set(_ sum: UInt64, at offset: Int) {
            for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt64(index))) }
        }
        set(FileLayout.checksum(of: bytes[0..<48]), at: 48)
        for offset in [112, 144] { set(FileLayout.checksum(of: bytes[offset..<offset + 24]), at: offset + 24) }
        var fields = ByteReader(bytes[FileLayout.headerSize...])
        guard let size = fields.uint32(), let kind = fields.uint32(), let position = fields.integer(), position >= 0,
            (24...1_000).contains(size), size % 8 == 0, FileLayout.headerSize + Int(size) <= bytes.count
        else { return }
        let payload = bytes[FileLayout.headerSize + 24..<FileLayout.headerSize + Int(size)]
        let sum = unsafe payload.withUnsafeBytes {
            unsafe FileRecord.checksum(size: Int(size), kind: kind, position: position, $0)
        }
        set(sum, at: FileLayout.headerSize + 16)
    }
}
