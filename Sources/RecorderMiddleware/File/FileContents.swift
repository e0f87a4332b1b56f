// SPDX-License-Identifier: MIT

/// The readable records of a file.
struct FileContents {
    let header: FileHeader
    /// The records, in the order of writing.
    private(set) var records: [FileRecord] = []
    /// The unreadable parts, as text for people.
    private(set) var damages: [String] = []

    private let bytes: [UInt8]

    /// Returns whether these bytes begin like a recording, intact or not.
    static func isRecording(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: FileLayout.magic) || bytes.dropFirst(FileHeader.size).starts(with: FileLayout.magic)
    }

    /// Returns the version of a recording that an earlier or a newer version of Rex wrote, otherwise
    /// nil.
    static func otherVersion(in bytes: [UInt8]) -> UInt32? {
        guard copies(in: bytes).allSatisfy({ FileHeader($0) == nil }) else { return nil }
        return copies(in: bytes).lazy.compactMap { version(in: $0) }.first { $0 != FileLayout.version }
    }

    /// Returns the version in a copy of the header, intact or not.
    private static func version(in copy: ArraySlice<UInt8>) -> UInt32? {
        guard copy.starts(with: FileLayout.magic) else { return nil }
        var fields = ByteReader(copy.dropFirst(FileLayout.magic.count))
        return fields.uint32()
    }

    /// Returns the header.
    ///
    /// One of its two copies must be intact.
    static func header(in bytes: [UInt8]) throws(RecordingError) -> FileHeader {
        for copy in copies(in: bytes) { if let header = FileHeader(copy) { return header } }
        guard isRecording(bytes) || FileLayout.magic.starts(with: bytes.prefix(FileLayout.magic.count)) else {
            throw RecordingError("this is not a recording of Rex")
        }
        if let version = otherVersion(in: bytes) {
            throw RecordingError(
                version < FileLayout.version
                    ? "this recording was written by an earlier version of Rex, and cannot be read here"
                    : "this recording has version \(version), but only version \(FileLayout.version) can be read here"
            )
        }
        guard bytes.count >= FileHeader.size else { throw RecordingError("the recording ends in its header") }
        throw RecordingError("the header of the recording is broken")
    }

    private static func copies(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        [bytes.prefix(FileHeader.size), bytes.dropFirst(FileHeader.size).prefix(FileHeader.size)]
    }

    /// Returns the intact indices, of two.
    static func indices(in bytes: [UInt8]) -> [FileIndex] {
        let both = bytes.dropFirst(2 * FileHeader.size)
        return [both.prefix(FileIndex.size), both.dropFirst(FileIndex.size).prefix(FileIndex.size)]
            .compactMap { FileIndex($0) }
    }

    /// Reads the bytes of a file.
    ///
    /// - Parameter oldest: The position of the first record to read. Older records are skipped.
    init(_ header: FileHeader, _ bytes: [UInt8], from oldest: Int = 0) {
        self.header = header
        self.bytes = bytes
        let missing = FileLayout.headerSize + header.ringSize - bytes.count
        if missing > 0 { damages.append("the last \(missing) bytes of the file are missing") }
        let indices = FileContents.indices(in: bytes)
        if indices.count < 2 || FileContents.copies(in: bytes).contains(where: { FileHeader($0) != header }) {
            damages.append("a part of its header is broken")
        }
        if let index = indices.max(by: { $0.turn < $1.turn }), index.head - index.tail <= header.ringSize {
            read(from: max(oldest, index.tail), to: index.head)
            if indices.count < 2 { readOn(from: index.head) }
        } else {
            readAnywhere()
        }
    }

    /// Reads the bytes of a file.
    ///
    /// Throws if they are not a recording, or have an unknown version.
    init(_ bytes: [UInt8]) throws(RecordingError) {
        self.init(try FileContents.header(in: bytes), bytes)
    }

    private mutating func read(from tail: Int, to head: Int) {
        var place = tail
        var broken = 0
        while place < head {
            let offset = place % header.ringSize
            let untilEnd = header.ringSize - offset
            if untilEnd < FileLayout.recordHeader {
                place += untilEnd
            } else if offset >= size {
                broken += min(untilEnd, head - place)
                place += untilEnd
            } else if let record = record(at: place), record.end <= head {
                keep(record)
                place = record.end
            } else {
                // The next record begins at a later word.
                broken += 8
                place += 8
            }
        }
        if broken > 0 { damages.append("\(broken) bytes of the file cannot be read") }
    }

    /// Reads the records that were written after the last index.
    private mutating func readOn(from head: Int) {
        var place = head
        while true {
            let untilEnd = header.ringSize - place % header.ringSize
            if untilEnd < FileLayout.recordHeader {
                place += untilEnd
            } else if let record = record(at: place) {
                keep(record)
                place = record.end
            } else {
                return
            }
        }
    }

    /// Reads all intact records, at any position.
    private mutating func readAnywhere() {
        damages.append("the index is broken, so overwritten actions may be included")
        var offset = 0
        while offset + FileLayout.recordHeader <= size {
            var fields = ByteReader(bytes.dropFirst(FileLayout.headerSize + offset + 8).prefix(8))
            if let position = fields.integer(), position >= 0, position % header.ringSize == offset,
                let record = record(at: position)
            {
                keep(record)
                offset += record.size
            } else {
                offset += 8
            }
        }
        records.sort { $0.position < $1.position }
    }

    /// The size of the ring in bytes, at most the size in the header.
    private var size: Int { min(header.ringSize, bytes.count - FileLayout.headerSize) }

    private mutating func keep(_ record: FileRecord) {
        if record.kind != .gap { records.append(record) }
    }

    private func record(at position: Int) -> FileRecord? {
        let offset = FileLayout.headerSize + position % header.ringSize
        guard position < 1 << 60, offset + FileLayout.recordHeader <= bytes.count else { return nil }
        var fields = ByteReader(bytes[offset...])
        guard let size = fields.uint32().map({ Int($0) }),
            let kind = fields.uint32().flatMap({ FileRecord.Kind(rawValue: $0) }),
            fields.integer() == position, let sum = fields.word(), size >= FileLayout.recordHeader, size % 8 == 0,
            size <= header.ringSize - position % header.ringSize
        else { return nil }
        // The gap at the end has no contents.
        let count = kind == .gap ? 0 : size - FileLayout.recordHeader
        let start = offset + FileLayout.recordHeader
        guard start + count <= bytes.count else { return nil }
        let payload = bytes[start..<start + count]
        let isWhole = unsafe payload.withUnsafeBytes {
            unsafe FileRecord.checksum(size: size, kind: kind.rawValue, position: position, $0) == sum
        }
        return isWhole ? FileRecord(kind: kind, position: position, size: size, payload: payload) : nil
    }
}
