// SPDX-License-Identifier: MIT

import CRexSystem

/// Creates the file of a recorder, or replaces an older recording.
///
/// Any other existing file is left unchanged, also a recording of an earlier version of Rex.
///
/// The file is filled under a temporary name, moved to its path when it is complete, and locked
/// while its descriptor is open. So the path has no file, an older recording, or a complete one
/// with the number of the process that writes it.
struct FileClaim {
    /// The path in messages, as it was given.
    private let name: String
    /// The path without a symbolic link.
    private let path: String
    private let beginning: [UInt8]
    private let size: Int

    /// The number of retries, and their delay, while another process is about to replace the file.
    private static let patience = (turns: 200, milliseconds: CInt(10))

    /// Returns the descriptor of the new file.
    static func makeFile(at path: String, _ header: FileHeader) throws(RecordingError) -> Int32 {
        let claim = FileClaim(
            name: path,
            path: try target(of: path),
            beginning: FileLayout.beginning(header),
            size: FileLayout.headerSize + header.ringSize
        )
        return try claim.makeFile()
    }

    /// Returns the target of a link, or any other path unchanged.
    private static func target(of path: String) throws(RecordingError) -> String {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, unsafe rex_is_link(&status) else { return path }
        guard let target = unsafe realpath(path, nil) else {
            throw RecordingError("\(path) is a link without a target. It was left unchanged; choose another file")
        }
        defer { unsafe free(target) }
        return unsafe String(cString: target)
    }

    private func makeFile() throws(RecordingError) -> Int32 {
        var older = try openOlder()
        defer { if older >= 0 { close(older) } }
        let new = "\(path).\(rex_process()).\(SystemTime.uptime)"
        let descriptor = unsafe rex_open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RecordingError.system("\(name) cannot be created") }
        do throws(RecordingError) {
            _ = rex_claim(descriptor)
            try fill(descriptor)
            while try !move(new, to: older) {
                if older >= 0 { close(older) }
                older = -1
                older = try openOlder()
            }
            return descriptor
        } catch {
            _ = unsafe unlink(new)
            close(descriptor)
            throw error
        }
    }

    /// Moves the new file to its path.
    ///
    /// Returns false if another process has replaced the old one.
    private func move(_ new: String, to older: Int32) throws(RecordingError) -> Bool {
        guard older >= 0 else {
            if unsafe link(new, path) == 0 { return unsafe unlink(new) == 0 }
            guard rex_errno() != EEXIST else { return false }
            // Some file systems have no hard links.
            guard unsafe rename(new, path) == 0 else { throw RecordingError.system("\(name) cannot be created") }
            return true
        }
        var (one, other) = (stat(), stat())
        guard unsafe fstat(older, &one) == 0, unsafe lstat(path, &other) == 0, unsafe rex_is_same_file(&one, &other)
        else {
            return false
        }
        guard unsafe rename(new, path) == 0 else { throw RecordingError.system("\(name) cannot be replaced") }
        return true
    }

    /// Returns the locked descriptor of the existing recording, or -1 if there is no file.
    private func openOlder() throws(RecordingError) -> Int32 {
        for _ in 0..<Self.patience.turns {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { return -1 }
            guard unsafe rex_is_file(&status) else { throw leftUnchanged("is not a regular file") }
            let descriptor = unsafe rex_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0)
            guard descriptor >= 0 else {
                guard rex_errno() == ENOENT else { throw RecordingError.system("\(name) cannot be opened") }
                continue
            }
            let start = FileReading.bytes(of: descriptor, at: 0, count: FileLayout.headerSize)
            let isRecording = FileContents.isRecording(start)
            let otherVersion = FileContents.otherVersion(in: start)
            let isClaimed = isRecording && rex_claim(descriptor)
            if isClaimed, otherVersion == nil { return descriptor }
            close(descriptor)
            guard isRecording else { throw leftUnchanged("is not a recording") }
            if isClaimed, let otherVersion {
                let writer = otherVersion < FileLayout.version ? "an earlier" : "a newer"
                throw RecordingError(
                    "\(name) is a recording of \(writer) version of Rex. It was left unchanged; remove it or choose another file"
                )
            }
            // A process that has ended while its file is locked will soon be replaced by another writer.
            if let process = FileClaim.livingWriter(of: start) {
                throw leftUnchanged("is being written by process \(process)")
            }
            rex_pause(Self.patience.milliseconds)
        }
        throw leftUnchanged("is being written by another process")
    }

    /// Returns the process that writes a file according to its header, if that process exists.
    private static func livingWriter(of start: [UInt8]) -> pid_t? {
        let process = (try? FileContents.header(in: start)).flatMap { pid_t(exactly: $0.process) }
        return process.flatMap { $0 > 0 && rex_is_process($0) ? $0 : nil }
    }

    private func leftUnchanged(_ reason: String) -> RecordingError {
        RecordingError("\(name) exists and \(reason). It was left unchanged; choose another file")
    }

    /// Writes every byte once, so that the disk is not full later.
    private func fill(_ descriptor: Int32) throws(RecordingError) {
        guard rex_may_make_file(UInt64(size)) else {
            throw RecordingError(
                "\(name) cannot be created: \(size) bytes are more than this process may write to a file"
            )
        }
        guard rex_has_room(descriptor, UInt64(size)) else {
            throw RecordingError("\(name) cannot be created: the disk has less than \(size) bytes left")
        }
        var rest = size - beginning.count
        var isWritten = WholeFile.write(beginning[...], to: descriptor)
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        while isWritten, rest > 0 {
            isWritten = WholeFile.write(zeros.prefix(rest), to: descriptor)
            rest -= min(rest, zeros.count)
        }
        guard isWritten else { throw RecordingError.system("\(name) cannot be created \(size) bytes long") }
    }
}
