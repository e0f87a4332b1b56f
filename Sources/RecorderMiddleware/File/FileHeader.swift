// SPDX-License-Identifier: MIT

/// The part of a file that never changes.
struct FileHeader: Equatable {
    static let size = 56

    let ringSize: Int
    let capacity: Int
    /// The beginning of the recording, in nanoseconds since 1970.
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
