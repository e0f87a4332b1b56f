// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// A ring of records in a file.
///
/// The order of writes keeps the file consistent: the index drops the oldest records before they
/// are overwritten, and includes the new record only after it was written.
struct FileRing: ~Copyable {
    private var memory: FileMemory
    private let ringSize: Int
    private var index: FileIndex
    /// The sizes of the records from the tail on.
    ///
    /// The mapped memory is never read.
    private var sizes = Queue<UInt32>()

    /// Takes over a file with a header and no records.
    init(_ descriptor: Int32, ringSize: Int, isMapped: Bool = true) {
        self.ringSize = ringSize
        index = FileIndex(turn: 1, tail: 0, head: 0)
        memory = FileMemory(
            descriptor,
            size: FileLayout.headerSize + ringSize,
            stageSize: FileLayout.largestRecord(ringSize: ringSize) + FileIndex.size,
            isMapped: isMapped
        )
    }

    var descriptor: Int32 { memory.descriptor }

    /// Appends a record and drops the oldest ones if necessary.
    ///
    /// Returns whether the write succeeded.
    mutating func append(_ kind: FileRecord.Kind, _ payload: UnsafeRawBufferPointer) -> Bool {
        let size = FileLayout.recordHeader + payload.count
        precondition(
            size <= FileLayout.largestRecord(ringSize: ringSize) && size % 8 == 0,
            "A record of \(size) bytes is too long, or not a multiple of 8 bytes long."
        )
        let untilEnd = ringSize - index.head % ringSize
        if untilEnd < size {
            guard leaveOut(untilEnd) else { return false }
        }
        return unsafe write(kind, size: size, payload)
    }

    /// Fills the end of the ring, with a gap record if its header fits.
    private mutating func leaveOut(_ size: Int) -> Bool {
        let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        if size >= FileLayout.recordHeader { return unsafe write(.gap, size: size, none) }
        guard makeRoom(for: size) else { return false }
        sizes.append(UInt32(size))
        index.head += size
        return true
    }

    private mutating func write(_ kind: FileRecord.Kind, size: Int, _ payload: UnsafeRawBufferPointer) -> Bool {
        guard makeRoom(for: size) else { return false }
        let place = FileLayout.headerSize + index.head % ringSize
        memory.stage.uint32(UInt32(size))
        memory.stage.uint32(kind.rawValue)
        memory.stage.integer(index.head)
        memory.stage.word(unsafe FileRecord.checksum(size: size, kind: kind.rawValue, position: index.head, payload))
        unsafe memory.stage.append(payload)
        sizes.append(UInt32(size))
        index.head += size
        giveUp(for: FileLayout.reserve(ringSize: ringSize))
        return writeIndex(behind: rex_piece(offset: UInt64(place), count: UInt64(memory.stage.count)))
    }

    /// Drops the oldest records from the index until there is enough room.
    private mutating func makeRoom(for size: Int) -> Bool {
        guard index.head + size - index.tail > ringSize else { return true }
        giveUp(for: size)
        return writeIndex(behind: rex_piece())
    }

    private mutating func giveUp(for size: Int) {
        while index.head + size - index.tail > ringSize, let oldest = sizes.popFirst() { index.tail += Int(oldest) }
    }

    private mutating func writeIndex(behind record: rex_piece) -> Bool {
        index.turn += 1
        index.write(to: &memory.stage)
        return memory.write(record, rex_piece(offset: UInt64(index.offset), count: UInt64(FileIndex.size)))
    }
}
