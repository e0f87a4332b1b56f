// SPDX-License-Identifier: MIT

import CRexSystem

/// Reads the files of ended and of running recorders.
enum FileReading {
    /// The number of attempts while the index is being written, or while the writer overtakes the
    /// reader.
    private static let patience = 100

    /// Returns the contents of the file at a path.
    static func contents(of path: String) throws(RecordingError) -> FileContents {
        let descriptor = unsafe rex_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0)
        guard descriptor >= 0 else { throw RecordingError.system("\(path) cannot be read") }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, unsafe rex_is_file(&status) else {
            throw RecordingError("\(path) cannot be read: it is not a regular file")
        }
        do throws(RecordingError) {
            return try contents(of: descriptor)
        } catch {
            throw RecordingError("\(path) cannot be read: \(error.description)")
        }
    }

    /// Returns the contents of a file.
    ///
    /// If it is being written, these are the records that existed during the whole read.
    static func contents(of descriptor: Int32) throws(RecordingError) -> FileContents {
        var turn = 1
        while true {
            let before = bytes(of: descriptor, at: 0, count: FileLayout.headerSize)
            let header = try FileContents.header(in: before)
            let ring = bytes(of: descriptor, at: before.count, count: header.ringSize)
            let after = bytes(of: descriptor, at: 0, count: FileLayout.headerSize)
            if before == after { return FileContents(header, before + ring) }
            // Skip records that were added or overwritten during the read.
            let (first, last) = (FileContents.indices(in: before), FileContents.indices(in: after))
            let tail = last.map(\.tail).max() ?? 0
            let isUsable = first.count == 2 && last.count == 2 && tail <= first.map(\.head).max() ?? 0
            if isUsable || turn == patience { return FileContents(header, before + ring, from: tail) }
            turn += 1
        }
    }

    /// Returns at most `count` bytes of a file.
    static func bytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return [] }
        let most = max(0, min(count, Int(status.st_size) - offset))
        return unsafe [UInt8](unsafeUninitializedCapacity: most) { memory, filled in
            while filled < most, let first = memory.baseAddress {
                let count = unsafe pread(descriptor, first + filled, most - filled, off_t(offset + filled))
                if count < 0, rex_errno() == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
    }
}
