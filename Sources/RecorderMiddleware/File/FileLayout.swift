// SPDX-License-Identifier: MIT

/// How a recording lies in its file; `Docs/Design/0006-recording-file.md` describes it.
enum FileLayout {
    static let magic = Array("RexRecor".utf8)
    static let version: UInt32 = 1
    /// The header stands there twice, then the index twice.
    static let headerSize = 2 * FileHeader.size + 2 * FileIndex.size
    /// Above the number of steps of a trail: whether the recorder has left out what must not be seen.
    static let redactedTrail: UInt32 = 1 << 31
    /// Size, kind, position and checksum.
    static let recordHeader = 24
    /// The most actions that a file is made for: two gigabytes.
    static let largestCapacity = 4_000_000

    /// How many bytes the records of so many actions get.
    static func ringSize(capacity: Int) -> Int { max(1 << 16, capacity * 512) }

    /// The largest record of a ring.
    static func largestRecord(ringSize: Int) -> Int { min(ringSize / 4, 1 << 24) / 8 * 8 }

    /// How much room is left in front of the oldest record, so that most records need not wait for it.
    static func reserve(ringSize: Int) -> Int { min(ringSize / 64, 1 << 16) / 8 * 8 }

    /// The beginning of an empty recording.
    static func beginning(_ header: FileHeader) -> [UInt8] {
        header.bytes + header.bytes + FileIndex(turn: 0, tail: 0, head: 0).bytes
            + FileIndex(turn: 1, tail: 0, head: 0).bytes
    }

    /// A number that depends on each bit of what it is made of; `bytes` are a whole number of words.
    static func checksum(_ first: UInt64, _ second: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum = mix(mix(0x9e37_79b9_7f4a_7c15, first), second)
        var place = 0
        while place + 8 <= bytes.count {
            sum = mix(sum, unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            place += 8
        }
        return sum
    }

    @inline(__always) private static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let sum = (sum ^ word) &* 0xff51_afd7_ed55_8ccd
        return sum ^ sum >> 32
    }

    /// The same of words in an array.
    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        unsafe bytes.withUnsafeBytes { unsafe checksum(0, 0, $0) }
    }
}

/// What a file says of itself, and never changes.
struct FileHeader: Equatable {
    static let size = 56

    let ringSize: Int
    let capacity: Int
    /// When recording began, in nanoseconds since 1970.
    let startOfDay: UInt64
    /// The process that writes.
    let process: Int

    init(capacity: Int, startOfDay: UInt64, process: Int, ringSize: Int? = nil) {
        self.ringSize = ringSize ?? FileLayout.ringSize(capacity: capacity)
        self.capacity = capacity
        self.startOfDay = startOfDay
        self.process = process
    }

    /// Reads one; nil if a bit of it is another one than was written.
    init?(_ bytes: ArraySlice<UInt8>) {
        var fields = ByteReader(bytes.dropFirst(FileLayout.magic.count))
        guard bytes.starts(with: FileLayout.magic), fields.half() == FileLayout.version,
            fields.half() == UInt32(FileLayout.headerSize), let ringSize = fields.integer(),
            let capacity = fields.integer(), let startOfDay = fields.word(), let process = fields.integer(),
            fields.word() == FileLayout.checksum(of: bytes.prefix(Self.size - 8)),
            (8...1 << 40).contains(ringSize), ringSize % 8 == 0, capacity > 0
        else { return nil }
        self.init(capacity: capacity, startOfDay: startOfDay, process: process, ringSize: ringSize)
    }

    var bytes: [UInt8] {
        var header = ByteBuffer()
        header.append(FileLayout.magic)
        header.half(FileLayout.version)
        header.half(UInt32(FileLayout.headerSize))
        header.integer(ringSize)
        header.integer(capacity)
        header.word(startOfDay)
        header.integer(process)
        header.word(FileLayout.checksum(of: header.bytes[...]))
        return header.bytes
    }
}

/// Where the records are; written in two places by turns, so that one of them is whole.
struct FileIndex: Equatable {
    static let size = 32

    /// How many were written before.
    var turn: Int
    /// Where the oldest record begins, and where the next one will, counted on and on.
    var tail: Int
    var head: Int

    init(turn: Int, tail: Int, head: Int) {
        (self.turn, self.tail, self.head) = (turn, tail, head)
    }

    /// Reads one; nil if a bit of it is another one than was written.
    init?(_ bytes: ArraySlice<UInt8>) {
        var fields = ByteReader(bytes)
        guard let turn = fields.integer(), let tail = fields.integer(), let head = fields.integer(),
            fields.word() == FileLayout.checksum(of: bytes.prefix(Self.size - 8)),
            turn >= 0, tail >= 0, head >= tail, head < 1 << 60, tail % 8 == 0, head % 8 == 0
        else { return nil }
        self.init(turn: turn, tail: tail, head: head)
    }

    /// Where it stands in the file.
    var offset: Int { 2 * FileHeader.size + turn % 2 * Self.size }

    var bytes: [UInt8] {
        var buffer = ByteBuffer(room: Self.size)
        write(to: &buffer)
        return buffer.bytes
    }

    func write(to buffer: inout ByteBuffer) {
        let start = buffer.count
        buffer.integer(turn)
        buffer.integer(tail)
        buffer.integer(head)
        buffer.word(unsafe buffer.withBytes { unsafe FileLayout.checksum(0, 0, .init(rebasing: $0[start...])) })
    }
}

/// A record out of a file.
struct FileRecord {
    enum Kind: UInt32 {
        /// Fills the end of the ring, where the next record has no room.
        case gap
        case actionBegan
        case actionEnded
        case runBegan
        case runEnded
        case notice
    }

    let kind: Kind
    /// Where it begins, counted on and on.
    let position: Int
    let size: Int
    let payload: ArraySlice<UInt8>

    /// Where it ends.
    var end: Int { position + size }

    /// The checksum of a record.
    static func checksum(size: Int, kind: UInt32, position: Int, _ payload: UnsafeRawBufferPointer) -> UInt64 {
        let first = UInt64(UInt32(truncatingIfNeeded: size)) << 32 | UInt64(kind)
        return unsafe FileLayout.checksum(first, UInt64(position), payload)
    }
}
