// SPDX-License-Identifier: MIT

/// The positions of the oldest and the next record.
///
/// It is written to two slots in turn, so that one of them is intact.
struct FileIndex: Equatable {
    static let size = 32

    /// The number of earlier writes.
    var turn: Int
    /// The positions of the oldest and of the next record, counted in bytes written since the
    /// beginning.
    var tail: Int
    var head: Int

    init(turn: Int, tail: Int, head: Int) {
        (self.turn, self.tail, self.head) = (turn, tail, head)
    }

    /// Reads an index.
    ///
    /// Returns nil if its checksum is wrong.
    init?(_ bytes: ArraySlice<UInt8>) {
        var fields = ByteReader(bytes)
        guard let turn = fields.integer(), let tail = fields.integer(), let head = fields.integer(),
            fields.word() == FileLayout.checksum(of: bytes.prefix(Self.size - 8)),
            turn >= 0, tail >= 0, head >= tail, head < 1 << 60, tail % 8 == 0, head % 8 == 0
        else { return nil }
        self.init(turn: turn, tail: tail, head: head)
    }

    /// The offset of this index in the file.
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
