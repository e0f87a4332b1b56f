// SPDX-License-Identifier: MIT

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
    /// The beginning of the record, in bytes that were ever written.
    let position: Int
    let size: Int
    let payload: ArraySlice<UInt8>

    /// The end of the record.
    var end: Int { position + size }

    /// The checksum of a record.
    static func checksum(size: Int, kind: UInt32, position: Int, _ payload: UnsafeRawBufferPointer) -> UInt64 {
        let first = UInt64(UInt32(truncatingIfNeeded: size)) << 32 | UInt64(kind)
        return unsafe FileLayout.checksum(first, UInt64(position), payload)
    }
}
