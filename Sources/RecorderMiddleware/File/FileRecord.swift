// SPDX-License-Identifier: MIT

/// A record of a file.
struct FileRecord {
    enum Kind: UInt32 {
        /// Fills the end of the ring if the next record is too long for it.
        case gap
        case actionBegan
        case actionEnded
        case runBegan
        case runEnded
        case notice
    }

    let kind: Kind
    /// The position of the record, counted in bytes written since the beginning.
    let position: Int
    let size: Int
    let payload: ArraySlice<UInt8>

    /// The position after the record.
    var end: Int { position + size }

    /// Returns the checksum of a record.
    static func checksum(size: Int, kind: UInt32, position: Int, _ payload: UnsafeRawBufferPointer) -> UInt64 {
        let first = UInt64(UInt32(truncatingIfNeeded: size)) << 32 | UInt64(kind)
        return unsafe FileLayout.checksum(first, UInt64(position), payload)
    }
}
