// SPDX-License-Identifier: MIT

/// A line that matches.
public struct Hit: Hashable, Comparable, Sendable {
    /// The file.
    public var path: PathName
    /// The number of the line, counted from 1.
    public var line: Int
    /// The offset of the line in the file, in bytes.
    public var offset: Int
    /// The line without its end, in the bytes of the file.
    public var text: [UInt8]

    /// Makes a hit.
    public init(path: PathName, line: Int, offset: Int, text: [UInt8]) {
        (self.path, self.line, self.offset, self.text) = (path, line, offset, text)
    }

    /// Orders hits by path, then by line.
    public static func < (lhs: Hit, rhs: Hit) -> Bool {
        lhs.path == rhs.path ? lhs.line < rhs.line : lhs.path < rhs.path
    }
}

/// The counts of searched and skipped files.
public struct SearchCounts: Hashable, Sendable {
    /// Files that were searched, or skipped as binary.
    public var files = 0
    /// The number of bytes that were read.
    public var bytes = 0
    /// The number of matching lines.
    public var matches = 0
    /// Files with a zero byte at the beginning, which are skipped.
    public var binary = 0
    /// Files and folders that could not be read, or are nested too deep.
    public var unreadable = 0
    /// Files that were listed, but missing when they were opened.
    public var vanished = 0

    /// Makes counts of zero.
    public init() {}

    /// Adds counts.
    public static func += (lhs: inout SearchCounts, rhs: SearchCounts) {
        lhs.files += rhs.files
        lhs.bytes += rhs.bytes
        lhs.matches += rhs.matches
        lhs.binary += rhs.binary
        lhs.unreadable += rhs.unreadable
        lhs.vanished += rhs.vanished
    }
}

/// The results of one step of a search.
public struct SearchBatch: Hashable, Sendable {
    /// The matching lines.
    ///
    /// The lines of a file are in order.
    public var hits: [Hit] = []
    /// The counts of this step.
    public var counts = SearchCounts()
    /// Files that were missing when they were opened.
    public var vanished: [PathName] = []
    /// Whether the search has ended.
    public var isLast = false

    /// Makes an empty batch.
    public init() {}
}
