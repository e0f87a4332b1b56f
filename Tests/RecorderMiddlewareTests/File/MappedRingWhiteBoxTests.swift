// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RecorderMiddleware

@Suite struct MappedRingWhiteBoxTests {
    private static let ringSize = FileLayout.ringSize(capacity: 1)
    /// So many records fill the ring.
    private static let count = 16

    /// The last record of the ring is so much shorter, and the next one begins the second round.
    @Test(arguments: [0, 8, 16, 24, 4_072])
    func recordsAreReadUpToTheEndOfTheRing(gap: Int) throws {
        let folder = try TemporaryFolder()
        var ring = try MappedRing(
            path: folder.file("run.rex"),
            header: FileLayout.header(capacity: 1, startOfDay: 0),
            ringSize: Self.ringSize
        )
        let whole = Self.ringSize / Self.count
        let sizes = [Int](repeating: whole, count: Self.count - 1) + [whole - gap, whole]
        for (number, size) in sizes.enumerated() {
            let payload = [UInt8](repeating: UInt8(number), count: size - FileLayout.recordHeader)
            unsafe payload.withUnsafeBytes { bytes in unsafe ring.append(.actionBegan, bytes) }
        }
        let contents = try FileContents(ring.bytes)
        let kept = Array(sizes.enumerated().dropFirst())
        #expect(contents.damages == [])
        #expect(contents.records.map(\.payload.count) == kept.map { $0.element - FileLayout.recordHeader })
        #expect(contents.records.map(\.payload.first) == kept.map { UInt8($0.offset) })
    }
}
