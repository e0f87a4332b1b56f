// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// A ring of records in a file.
///
/// The order of what is written is what keeps the file whole: the index gives the oldest records up
/// before their room is used, and has the new one only once it is there.
struct FileRing: ~Copyable {
    private var memory: FileMemory
    private let ringSize: Int
    private var index: FileIndex
    /// The sizes of the records from the tail on; what is mapped is never read.
    private var sizes = Queue<UInt32>()

    /// Takes over a file that has its beginning, and no record yet.
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

    /// Appends a record, for which the oldest ones make room; whether it could be written.
    mutating func append(_ kind: FileRecord.Kind, _ payload: UnsafeRawBufferPointer) -> Bool {
        let size = FileLayout.recordHeader + payload.count
        precondition(
            size <= FileLayout.largestRecord(ringSize: ringSize) && size % 8 == 0,
            "A record of \(size) bytes was to be written: it has to be shorter, and a whole number of words."
        )
        let untilEnd = ringSize - index.head % ringSize
        if untilEnd < size {
            guard leaveOut(untilEnd) else { return false }
        }
        return unsafe write(kind, size: size, payload)
    }

    /// Fills the end of the ring, with a record if that has room there.
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
        memory.stage.half(UInt32(size))
        memory.stage.half(kind.rawValue)
        memory.stage.integer(index.head)
        memory.stage.word(unsafe FileRecord.checksum(size: size, kind: kind.rawValue, position: index.head, payload))
        unsafe memory.stage.append(payload)
        sizes.append(UInt32(size))
        index.head += size
        giveUp(for: FileLayout.reserve(ringSize: ringSize))
        return writeIndex(behind: rex_piece(offset: UInt64(place), count: UInt64(memory.stage.count)))
    }

    /// Gives up the oldest records, and says so in the file, if there is not enough room.
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
