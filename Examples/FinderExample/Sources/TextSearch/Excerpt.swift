// SPDX-License-Identifier: MIT

import Foundation

/// Some lines of a file around one of them.
public struct Excerpt: Hashable, Sendable {
    /// The number of the first line.
    public var firstLine: Int
    /// The lines without their ends, cut if they are very long.
    public var lines: [[UInt8]]

    private static let reach = 1 << 14

    /// Makes an excerpt.
    public init(firstLine: Int, lines: [[UInt8]]) { (self.firstLine, self.lines) = (firstLine, lines) }

    /// Reads 16 kB before and after a hit, for a file of any size.
    public init(around hit: Hit) throws {
        let descriptor = try hit.path.open()
        defer { close(descriptor) }
        let start = max(0, hit.offset - Self.reach)
        var bytes = [UInt8](repeating: 0, count: 2 * Self.reach)
        let count = unsafe pread(descriptor, &bytes, bytes.count, off_t(start))
        guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let place = min(hit.offset - start, count)
        // The first part may be the end of a line.
        let before = bytes[..<place].split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
        let known = start > 0 ? before.dropFirst() : before
        let behind = bytes[place..<count].split(separator: 0x0a, omittingEmptySubsequences: false)
        firstLine = max(1, hit.line - known.count)
        lines = (known + (behind.last == [] ? behind.dropLast() : behind)).map {
            $0.prefix(1_000).filter { $0 != 0x0d }
        }
    }
}
