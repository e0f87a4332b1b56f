// SPDX-License-Identifier: MIT

import CRexSystem

/// The memory of a file with a ring of records, which the system shares with the file.
///
/// It is safe because the memory is there from `init` to `deinit` and nobody else has its address, and because each access
/// stays within the size that was mapped. Another process must not make the file shorter.
@safe struct MappedRing: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let size: Int
    private let ringSize: Int
    /// Where the next record goes, and where the oldest one is, counted on and on.
    private var head: Int = 0
    private var tail: Int = 0

    /// Makes the file, all of it, and maps it.
    init(path: String, header: [UInt8], ringSize: Int) throws(RecordingError) {
        self.ringSize = ringSize
        size = FileLayout.headerSize + ringSize
        try MappedRing.makeRoom(at: path)
        let descriptor = unsafe rex_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RecordingError.system("\(path) cannot be made") }
        defer { close(descriptor) }
        do throws(RecordingError) {
            try MappedRing.fill(descriptor, header: header, size: size, path: path)
            let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
            guard let memory = unsafe memory, unsafe memory != UnsafeMutableRawPointer(bitPattern: -1) else {
                throw RecordingError.system("\(path) cannot be mapped")
            }
            unsafe self.memory = memory
        } catch {
            _ = unsafe unlink(path)
            throw error
        }
    }

    deinit {
        unsafe munmap(memory, size)
    }

    /// Removes a recording that is in the way; any other file stays.
    private static func makeRoom(at path: String) throws(RecordingError) {
        let descriptor = unsafe rex_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: FileLayout.magic.count)
        let count = unsafe read(descriptor, &start, start.count)
        guard count == 0 || start == FileLayout.magic else {
            throw RecordingError("\(path) is there, is no recording, and stays as it is")
        }
        guard unsafe unlink(path) == 0 else { throw RecordingError.system("\(path) cannot be replaced") }
    }

    /// Writes every byte once, so that the disk has room for it later on too.
    private static func fill(_ descriptor: Int32, header: [UInt8], size: Int, path: String) throws(RecordingError) {
        guard rex_may_make_file(UInt64(size)) else {
            throw RecordingError("\(path) cannot be made: \(size) bytes are more than this process may write to a file")
        }
        var block = header + [UInt8](repeating: 0, count: (1 << 16) - header.count)
        var written = 0
        while written < size {
            let offset = written % block.count
            let length = min(block.count - offset, size - written)
            let count = unsafe block.withUnsafeBytes { bytes in
                unsafe CRexSystem.write(descriptor, bytes.baseAddress.map { unsafe $0 + offset }, length)
            }
            if count < 0, rex_errno() == EINTR { continue }
            guard count > 0 else { throw RecordingError.system("\(path) cannot be made \(size) bytes long") }
            written += count
            if written == block.count { block = [UInt8](repeating: 0, count: block.count) }
        }
    }

    /// Appends a record; the oldest ones make room.
    ///
    /// The order of what is written is what keeps the file whole: the oldest records are given up first, then the new one
    /// is written where they were, and only then it counts.
    mutating func append(_ kind: FileRecord.Kind, _ payload: UnsafeRawBufferPointer) {
        let needed = FileLayout.recordHeader + payload.count
        guard needed <= FileLayout.largestRecord(ringSize: ringSize) else { return }
        let untilEnd = ringSize - head % ringSize
        if untilEnd < needed { unsafe write(.gap, size: untilEnd, UnsafeRawBufferPointer(start: nil, count: 0)) }
        unsafe write(kind, size: needed, payload)
    }

    private mutating func write(_ kind: FileRecord.Kind, size: Int, _ payload: UnsafeRawBufferPointer) {
        makeRoom(for: size)
        let place = unsafe memory + FileLayout.headerSize + head % ringSize
        unsafe place.storeBytes(of: UInt32(size).littleEndian, as: UInt32.self)
        unsafe place.storeBytes(of: kind.rawValue.littleEndian, toByteOffset: 4, as: UInt32.self)
        if kind != .gap {
            let sum = unsafe FileLayout.checksum(size: UInt32(size), kind: kind.rawValue, payload)
            unsafe place.storeBytes(of: sum.littleEndian, toByteOffset: 8, as: UInt64.self)
            if let first = payload.baseAddress {
                unsafe (place + FileLayout.recordHeader).copyMemory(from: first, byteCount: payload.count)
            }
        }
        head += size
        store(head, at: FileLayout.headOffset)
    }

    private mutating func makeRoom(for size: Int) {
        let oldTail = tail
        while head + size - tail > ringSize {
            let place = unsafe memory + FileLayout.headerSize + tail % ringSize
            tail += unsafe Int(UInt32(littleEndian: place.load(as: UInt32.self)))
        }
        if tail != oldTail { store(tail, at: FileLayout.tailOffset) }
    }

    private func store(_ value: Int, at offset: Int) {
        let place = unsafe (memory + offset).assumingMemoryBound(to: UInt64.self)
        unsafe rex_store_last(place, UInt64(value).littleEndian)
    }

    /// All bytes of the file.
    var bytes: [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: memory, count: size))
    }
}

extension RecordingError {
    /// Adds what the system says of the last call.
    static func system(_ text: String) -> RecordingError {
        RecordingError("\(text): \(unsafe String(cString: strerror(rex_errno())))")
    }
}
