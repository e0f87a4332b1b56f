// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// Replaces a file atomically: after a crash the path has the old contents or all of the new.
struct WholeFile {
    private let path: String

    /// Writes bytes to the file at a path.
    ///
    /// An existing file is replaced and keeps its permissions.
    ///
    /// Of a link, the target is replaced. Other files, such as pipes, devices and descriptors of
    /// this process, get the bytes directly.
    static func write(_ bytes: [UInt8], to path: String) throws(RecordingError) {
        let file = WholeFile(path: path)
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        let isLink = unsafe !isThere && lstat(path, &status) == 0
        // Replacing the file of one of this process's descriptors would leave the descriptor with an unlinked file.
        if unsafe isThere && !rex_is_file(&status) || isLink || path.hasPrefix("/dev/") {
            return try file.append(bytes, isThere ? O_APPEND : O_CREAT)
        }
        try file.replace(with: bytes, as: isThere ? status : nil)
    }

    private func append(_ bytes: [UInt8], _ flag: Int32) throws(RecordingError) {
        let descriptor = unsafe rex_open(path, O_WRONLY | O_CLOEXEC | flag, 0o666)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        guard WholeFile.write(bytes[...], to: descriptor) else { throw failure }
    }

    private func replace(with bytes: [UInt8], as status: stat?) throws(RecordingError) {
        guard rex_may_make_file(UInt64(bytes.count)) else {
            throw RecordingError("\(path) cannot be written: this process may not write files of \(bytes.count) bytes")
        }
        let target = unsafe realpath(path, nil)
        defer { unsafe free(target) }
        let place = unsafe target.map { unsafe String(cString: $0) } ?? path
        let new = "\(place).\(rex_process()).\(SystemTime.uptime)"
        let descriptor = unsafe rex_open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        if var status { unsafe rex_copy_rights(descriptor, &status) }
        let isWritten = WholeFile.write(bytes[...], to: descriptor) && fsync(descriptor) == 0
        guard isWritten, unsafe rename(new, place) == 0 else {
            let failure = failure
            _ = unsafe unlink(new)
            throw failure
        }
    }

    private var failure: RecordingError { .system("\(path) cannot be written") }

    /// Writes bytes to a descriptor.
    ///
    /// Returns whether all were written.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            var rest = unsafe bytes
            while rest.count > 0 {
                let count = unsafe CRexSystem.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, rex_errno() == EINTR { continue }
                guard count > 0 else { return false }
                unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }
}

extension RecordingError {
    /// Makes an error with the system's message for the last call.
    static func system(_ text: String) -> RecordingError {
        RecordingError("\(text): \(unsafe String(cString: strerror(rex_errno())))")
    }
}
