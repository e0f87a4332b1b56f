// SPDX-License-Identifier: MIT

/// The constant part of a file.
struct FileHeader: Equatable {
    static let size = 56

    let ringSize: Int
    let capacity: Int
    /// The time at the beginning of the recording, in nanoseconds since 1970.
    let startOfDay: UInt64
    /// The number of the writing process.
    let process: Int

    init(capacity: Int, startOfDay: UInt64, process: Int, ringSize: Int? = nil) {
        self.ringSize = ringSize ?? FileLayout.ringSize(capacity: capacity)
        self.capacity = capacity
        self.startOfDay = startOfDay
        self.process = process
    }

    /// Reads a header.
    ///
    /// Returns nil if its checksum is wrong.
    init?(_ bytes: ArraySlice<UInt8>) {
        var fields = ByteReader(bytes.dropFirst(FileLayout.magic.count))
        guard bytes.starts(with: FileLayout.magic), fields.uint32() == FileLayout.version,
            fields.uint32() == UInt32(FileLayout.headerSize), let ringSize = fields.integer(),
            let capacity = fields.integer(), let startOfDay = fields.word(), let process = fields.integer(),
            fields.word() == FileLayout.checksum(of: bytes.prefix(Self.size - 8)),
            (8...1 << 40).contains(ringSize), ringSize % 8 == 0, capacity > 0
        else { return nil }
        self.init(capacity: capacity, startOfDay: startOfDay, process: process, ringSize: ringSize)
    }

    var bytes: [UInt8] {
        var header = ByteBuffer()
        header.append(FileLayout.magic)
        header.uint32(FileLayout.version)
        header.uint32(UInt32(FileLayout.headerSize))
        header.integer(ringSize)
        header.integer(capacity)
        header.word(startOfDay)
        header.integer(process)
        header.word(FileLayout.checksum(of: header.bytes[...]))
        return header.bytes
    }
}
