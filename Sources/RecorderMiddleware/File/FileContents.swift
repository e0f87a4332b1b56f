// SPDX-License-Identifier: MIT

/// The records of a file, as far as they can be read.
struct FileContents {
    private(set) var capacity = 0
    private(set) var startOfDay: UInt64 = 0
    /// In the order in which they were written, unless the file does not say where that begins.
    private(set) var records: [FileRecord] = []
    /// What could not be read, for people.
    private(set) var damages: [String] = []

    private let bytes: [UInt8]
    private var ringSize = 0

    /// Reads the bytes of a file; throws if they are no recording, or one of another version.
    init(_ bytes: [UInt8]) throws(RecordingError) {
        self.bytes = bytes
        let magic = FileLayout.magic
        guard bytes.starts(with: magic) else {
            throw RecordingError(
                magic.starts(with: bytes) ? "the recording ends in its header" : "this is no recording of Rex"
            )
        }
        var header = ByteReader(bytes[magic.count...])
        let version = header.half()
        guard let version, let headerSize = header.half(), let ringSize = header.integer(),
            let capacity = header.integer(), let startOfDay = header.word(), let tail = header.integer(),
            let head = header.integer()
        else { throw RecordingError("the recording ends in its header") }
        guard version == FileLayout.version else {
            throw RecordingError(
                "this recording has version \(version), and only version \(FileLayout.version) can be read here"
            )
        }
        self.capacity = capacity
        self.startOfDay = startOfDay
        guard headerSize == FileLayout.headerSize, ringSize > 0, ringSize % 8 == 0 else {
            throw RecordingError("the header of the recording is broken")
        }
        self.ringSize = ringSize
        let missing = FileLayout.headerSize + ringSize - bytes.count
        if missing > 0 { damages.append("the last \(missing) bytes of the file are missing") }
        if tail >= 0, head >= tail, head - tail <= ringSize, tail % 8 == 0, head % 8 == 0 {
            read(from: tail, to: head)
        } else {
            damages.append("the header does not say where the newest action is, so the order may be another one")
            read(from: 0, to: ringSize)
        }
    }

    private mutating func read(from tail: Int, to head: Int) {
        var place = tail
        var broken = 0
        while place < head {
            let end = min(head, place + ringSize - place % ringSize)
            let offset = FileLayout.headerSize + place % ringSize
            guard offset + 8 <= bytes.count else {
                broken += end - place
                place = end
                continue
            }
            var fields = ByteReader(bytes[offset...])
            let size = Int(fields.half() ?? 0)
            let kind = fields.half().flatMap { FileRecord.Kind(rawValue: $0) }
            if kind == .gap, size == end - place {
                place = end
            } else if let kind, let record = record(kind, size: size, at: offset, room: end - place) {
                records.append(record)
                place += size
            } else {
                // The next record begins at one of the words that follow.
                broken += 8
                place += 8
            }
        }
        if broken > 0 { damages.append("\(broken) bytes of the file hold nothing that can be read") }
    }

    private func record(_ kind: FileRecord.Kind, size: Int, at offset: Int, room: Int) -> FileRecord? {
        guard kind != .gap, size >= FileLayout.recordHeader, size % 8 == 0, size <= room else { return nil }
        guard offset + size <= bytes.count else { return nil }
        var fields = ByteReader(bytes[(offset + 8)...])
        let payload = bytes[(offset + FileLayout.recordHeader)..<(offset + size)]
        let sum = unsafe payload.withUnsafeBytes {
            unsafe FileLayout.checksum(size: UInt32(size), kind: kind.rawValue, $0)
        }
        guard fields.word() == sum else { return nil }
        return FileRecord(kind: kind, payload: payload)
    }
}
