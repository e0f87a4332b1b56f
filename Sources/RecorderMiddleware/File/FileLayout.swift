// SPDX-License-Identifier: MIT

/// The layout of a recording in its file; `Docs/Design/0006-recording-file.md` describes it.
enum FileLayout {
    static let magic = Array("RexRecor".utf8)
    static let version: UInt32 = 1
    /// The header stands there twice, then the index twice.
    static let headerSize = 2 * FileHeader.size + 2 * FileIndex.size
    /// Above the number of steps of a trail: whether the recorder has left out what must not be
    /// seen.
    static let redactedTrail: UInt32 = 1 << 31
    /// Size, kind, position and checksum.
    static let recordHeader = 24
    /// The most actions that a file is made for: two gigabytes.
    static let largestCapacity = 4_000_000

    /// The number of bytes for the records of so many actions.
    static func ringSize(capacity: Int) -> Int { max(1 << 16, capacity * 512) }

    /// The largest record of a ring.
    static func largestRecord(ringSize: Int) -> Int { min(ringSize / 4, 1 << 24) / 8 * 8 }

    /// The free bytes in front of the oldest record, so that most records need not wait for
    /// it.
    static func reserve(ringSize: Int) -> Int { min(ringSize / 64, 1 << 16) / 8 * 8 }

    /// The beginning of an empty recording.
    static func beginning(_ header: FileHeader) -> [UInt8] {
        header.bytes + header.bytes + FileIndex(turn: 0, tail: 0, head: 0).bytes
            + FileIndex(turn: 1, tail: 0, head: 0).bytes
    }

    /// A number that depends on each bit of what it is made of; `bytes` are a whole number of
    /// words.
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

    /// The checksum of words in an array.
    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        unsafe bytes.withUnsafeBytes { unsafe checksum(0, 0, $0) }
    }
}
