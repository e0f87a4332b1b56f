// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RecorderMiddleware

@Suite struct FileRingWhiteBoxTests {
    private static let ringSize = FileLayout.ringSize(capacity: 1)
    /// The number of records that fill the ring.
    private static let count = 16

    private func ring(in folder: TemporaryFolder, isMapped: Bool = true) throws -> FileRing {
        let header = FileHeader(capacity: 1, startOfDay: 7, process: 1)
        let descriptor = try FileClaim.makeFile(at: folder.file("run.rex"), header)
        return FileRing(descriptor, ringSize: header.ringSize, isMapped: isMapped)
    }

    /// The last record of the ring leaves a gap of `gap` bytes, and the next one is at the beginning.
    @Test(arguments: [0, 8, 16, 24, 32, 4_064], [true, false])
    func recordsAreReadUpToTheEndOfTheRing(gap: Int, isMapped: Bool) throws {
        let folder = try TemporaryFolder()
        var ring = try ring(in: folder, isMapped: isMapped)
        let whole = Self.ringSize / Self.count
        let sizes = [Int](repeating: whole, count: Self.count - 1) + [whole - gap, whole]
        for (number, size) in sizes.enumerated() {
            let payload = [UInt8](repeating: UInt8(number), count: size - FileLayout.recordHeader)
            let isWritten = unsafe payload.withUnsafeBytes { bytes in unsafe ring.append(.actionBegan, bytes) }
            #expect(isWritten)
        }
        let contents = try FileReading.contents(of: ring.descriptor)
        // The newest record has replaced the oldest one, and there is room for the next.
        let kept = Array(sizes.enumerated().dropFirst(2))
        #expect(contents.damages == [])
        #expect(contents.records.map(\.payload.count) == kept.map { $0.element - FileLayout.recordHeader })
        #expect(contents.records.map(\.payload.first) == kept.map { UInt8($0.offset) })
    }
}
