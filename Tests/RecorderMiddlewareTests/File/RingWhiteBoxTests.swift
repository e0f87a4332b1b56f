// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RecorderMiddleware

@Suite struct RingWhiteBoxTests {
    private let folder: TemporaryFolder
    private let size = FileLayout.ringSize(capacity: 1)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func ring() throws -> MappedRing {
        let header = FileLayout.header(capacity: 1, startOfDay: 0)
        return try MappedRing(path: folder.file("run.rex"), header: header, ringSize: size)
    }

    /// Appends a record that takes so many bytes of the ring.
    private func append(_ bytes: Int, filledWith byte: UInt8, to ring: inout MappedRing) {
        var payload = ByteBuffer()
        for _ in FileLayout.recordHeader..<bytes { payload.byte(byte) }
        unsafe payload.withBytes { bytes in unsafe ring.append(.actionBegan, bytes) }
    }

    private func fills(of ring: borrowing MappedRing) throws -> [UInt8?] {
        let contents = try FileContents(ring.bytes)
        #expect(contents.damages == [])
        return contents.records.map(\.payload.first)
    }

    @Test(arguments: [0, 8, 16, 24])
    func whatIsLeftAtTheEndOfTheRingIsNoDamage(bytes: Int) throws {
        var ring = try ring()
        for byte: UInt8 in 1...3 { append(size / 4, filledWith: byte, to: &ring) }
        append(size / 4 - bytes, filledWith: 4, to: &ring)
        #expect(try fills(of: ring) == [1, 2, 3, 4])
        append(32, filledWith: 5, to: &ring)
        #expect(try fills(of: ring) == [2, 3, 4, 5])
        append(size / 4, filledWith: 6, to: &ring)
        #expect(try fills(of: ring) == [3, 4, 5, 6])
    }

    @Test func aRecordMayTakeAQuarterOfTheRing() throws {
        var ring = try ring()
        append(size / 4 + 8, filledWith: 1, to: &ring)
        #expect(try fills(of: ring) == [])
        append(size / 4, filledWith: 2, to: &ring)
        #expect(try fills(of: ring) == [2])
    }
}
