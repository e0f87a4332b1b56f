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

    /// A hit.
    public init(path: PathName, line: Int, offset: Int, text: [UInt8]) {
        (self.path, self.line, self.offset, self.text) = (path, line, offset, text)
    }

    /// By path, then by line.
    public static func < (lhs: Hit, rhs: Hit) -> Bool {
        lhs.path == rhs.path ? lhs.line < rhs.line : lhs.path < rhs.path
    }
}

/// The counts of everything that was looked at or left out.
public struct SearchCounts: Hashable, Sendable {
    /// Files that were searched, or skipped as binary.
    public var files = 0
    /// Bytes that were read.
    public var bytes = 0
    /// Lines that match.
    public var matches = 0
    /// Files with a zero byte in front, which are not searched.
    public var binary = 0
    /// Files and folders that could not be read, or are nested too deep.
    public var unreadable = 0
    /// Files that were listed, and gone when they were to be read.
    public var vanished = 0

    /// Nothing.
    public init() {}

    /// Adds up.
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
    /// The lines, those of one file in order.
    public var hits: [Hit] = []
    /// The counts of this step.
    public var counts = SearchCounts()
    /// Files that were gone when they were to be read.
    public var vanished: [PathName] = []
    /// True if nothing is left.
    public var isLast = false

    /// Nothing yet.
    public init() {}
}
