// SPDX-License-Identifier: MIT

/// How a recording lies in its file; `Docs/Design/0006-recording-file.md` describes it.
enum FileLayout {
    static let magic = Array("RexRecor".utf8)
    static let version: UInt32 = 1
    static let headerSize = 4096
    /// Where the header has the place of the oldest record, and of the next one.
    static let tailOffset = 40
    static let headOffset = 48
    /// Size, kind and checksum.
    static let recordHeader = 16

    /// How many bytes the records of so many actions get.
    static func ringSize(capacity: Int) -> Int { max(1 << 16, capacity * 512) }

    /// The largest record of a ring.
    static func largestRecord(ringSize: Int) -> Int { ringSize / 4 }

    /// The header of an empty recording.
    static func header(capacity: Int, startOfDay: UInt64) -> [UInt8] {
        var header = ByteBuffer()
        for byte in magic { header.byte(byte) }
        header.half(version)
        header.half(UInt32(headerSize))
        header.integer(ringSize(capacity: capacity))
        header.integer(capacity)
        header.word(startOfDay)
        header.word(0)
        header.word(0)
        return header.bytes
    }

    /// A number that depends on each bit of a record; `bytes` are a whole number of words.
    static func checksum(size: UInt32, kind: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum: UInt64 = 0x9e37_79b9_7f4a_7c15 ^ (UInt64(size) << 32 | UInt64(kind))
        var place = 0
        while place + 8 <= bytes.count {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            sum = (sum ^ word) &* 0xff51_afd7_ed55_8ccd
            sum ^= sum >> 32
            place += 8
        }
        return sum
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
    }

    let kind: Kind
    let payload: ArraySlice<UInt8>
}
