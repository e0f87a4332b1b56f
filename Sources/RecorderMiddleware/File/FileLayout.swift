// SPDX-License-Identifier: MIT

/// The format of a recording in a file.
///
/// `Docs/Design/0006-recording-file.md` describes it.
enum FileLayout {
    static let magic = Array("RexRecor".utf8)
    static let version: UInt32 = 2
    /// The size of both headers and both indices.
    static let headerSize = 2 * FileHeader.size + 2 * FileIndex.size
    /// The bit above the number of steps in a trail that is set while the recorder redacts.
    static let redactedTrail: UInt32 = 1 << 31
    /// The size of a record's header: size, kind, position and checksum.
    static let recordHeader = 24
    /// The most actions of a file, which then has two gigabytes.
    static let largestCapacity = 4_000_000

    /// Returns the size of the ring for the records of `capacity` actions.
    static func ringSize(capacity: Int) -> Int { max(1 << 16, capacity * 512) }

    /// Returns the size of the largest record in a ring.
    static func largestRecord(ringSize: Int) -> Int { min(ringSize / 4, 1 << 24) / 8 * 8 }

    /// Returns the number of bytes that are freed before the oldest record in advance, so that most
    /// records need no update of the index.
    static func reserve(ringSize: Int) -> Int { min(ringSize / 64, 1 << 16) / 8 * 8 }

    /// Returns the first bytes of an empty recording.
    static func beginning(_ header: FileHeader) -> [UInt8] {
        header.bytes + header.bytes + FileIndex(turn: 0, tail: 0, head: 0).bytes
            + FileIndex(turn: 1, tail: 0, head: 0).bytes
    }

    /// Returns a checksum of two numbers and of `bytes`, which must be a whole number of words.
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

    /// Returns the checksum of the words in an array.
    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        unsafe bytes.withUnsafeBytes { unsafe checksum(0, 0, $0) }
    }
}
