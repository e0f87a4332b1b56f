// SPDX-License-Identifier: MIT

import Foundation
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

    #if os(Linux)
    /// Otherwise the system would update the access time of the staging memory for each record.
    @Test func stagingMemoryHasNoAccessTime() throws {
        let folder = try TemporaryFolder()
        let ring = try ring(in: folder)
        let flags = try flagsOfStagingMemory()
        // Other tests may just be creating memory, which has no flag yet.
        #expect(flags.contains { $0 & 0o1000000 != 0 }, "\(flags)")
        #expect(ring.descriptor >= 0)
    }

    /// Returns the flags of all staging memory of this process.
    ///
    /// Memory that another test frees meanwhile is skipped.
    private func flagsOfStagingMemory() throws -> [Int] {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { descriptor in
            let target = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            guard target?.hasPrefix("/memfd:rex") == true else { return nil }
            let info = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
            let line = info?.split(separator: "\n").first { $0.hasPrefix("flags:") }
            return line.flatMap { Int($0.dropFirst(6).filter(\.isNumber), radix: 8) }
        }
    }
    #endif
}
