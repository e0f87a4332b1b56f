// SPDX-License-Identifier: MIT

import CRexSystem

/// Makes the file of a recorder in the place of an older recording, or where there is nothing;
/// whatever else is there stays.
///
/// The file is filled beside its place and moved there when it is whole, and locked as long as its
/// descriptor is open. So a place has nothing, an older recording, or a whole one that says which
/// process writes it.
struct FileClaim {
    /// The path as it was given, for people.
    private let name: String
    /// The path without the link that it may be.
    private let path: String
    private let beginning: [UInt8]
    private let size: Int

    /// The number of further looks at a file that another process is about to replace, and how
    /// long is waited in between.
    private static let patience = (turns: 200, milliseconds: CInt(10))

    /// The descriptor of the new file.
    static func makeFile(at path: String, _ header: FileHeader) throws(RecordingError) -> Int32 {
        let claim = FileClaim(
            name: path,
            path: try target(of: path),
            beginning: FileLayout.beginning(header),
            size: FileLayout.headerSize + header.ringSize
        )
        return try claim.makeFile()
    }

    /// The target of a link; any other path as it is.
    private static func target(of path: String) throws(RecordingError) -> String {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, unsafe rex_is_link(&status) else { return path }
        guard let target = unsafe realpath(path, nil) else {
            throw RecordingError("\(path) is a link to nothing, and stays as it is")
        }
        defer { unsafe free(target) }
        return unsafe String(cString: target)
    }

    private func makeFile() throws(RecordingError) -> Int32 {
        var older = try openOlder()
        defer { if older >= 0 { close(older) } }
        let new = "\(path).\(rex_process()).\(SystemTime.uptime)"
        let descriptor = unsafe rex_open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RecordingError.system("\(name) cannot be made") }
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

    /// Moves the new file to its place; false if that has become another one.
    private func move(_ new: String, to older: Int32) throws(RecordingError) -> Bool {
        guard older >= 0 else {
            if unsafe link(new, path) == 0 { return unsafe unlink(new) == 0 }
            guard rex_errno() != EEXIST else { return false }
            // Some file systems have no links.
            guard unsafe rename(new, path) == 0 else { throw RecordingError.system("\(name) cannot be made") }
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

    /// The descriptor of the recording that is there, which nobody else has now; -1 if there is
    /// nothing.
    private func openOlder() throws(RecordingError) -> Int32 {
        for _ in 0..<Self.patience.turns {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { return -1 }
            guard unsafe rex_is_file(&status) else { throw stays("is no file") }
            let descriptor = unsafe rex_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0)
            guard descriptor >= 0 else {
                guard rex_errno() == ENOENT else { throw RecordingError.system("\(name) cannot be opened") }
                continue
            }
            let start = FileReading.bytes(of: descriptor, at: 0, count: FileLayout.headerSize)
            let isOlder = FileContents.isRecording(start)
            if isOlder, rex_claim(descriptor) { return descriptor }
            close(descriptor)
            guard isOlder else { throw stays("is no recording") }
            // A writer that has ended while its file is locked is about to be replaced.
            if let process = FileClaim.livingWriter(of: start) {
                throw stays("is being written by process \(process)")
            }
            rex_pause(Self.patience.milliseconds)
        }
        throw stays("is being written by another process")
    }

    /// The process that a file says it is written by, if there is one with that number.
    private static func livingWriter(of start: [UInt8]) -> pid_t? {
        let process = (try? FileContents.header(in: start)).flatMap { pid_t(exactly: $0.process) }
        return process.flatMap { $0 > 0 && rex_is_process($0) ? $0 : nil }
    }

    private func stays(_ reason: String) -> RecordingError {
        RecordingError("\(name) is there, \(reason), and stays as it is")
    }

    /// Writes every byte once, so that the disk has room for it later on too.
    private func fill(_ descriptor: Int32) throws(RecordingError) {
        guard rex_may_make_file(UInt64(size)) else {
            throw RecordingError("\(name) cannot be made: \(size) bytes are more than this process may write to a file")
        }
        guard rex_has_room(descriptor, UInt64(size)) else {
            throw RecordingError("\(name) cannot be made: the disk has less than \(size) bytes left")
        }
        var rest = size - beginning.count
        var isWritten = WholeFile.write(beginning[...], to: descriptor)
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        while isWritten, rest > 0 {
            isWritten = WholeFile.write(zeros.prefix(rest), to: descriptor)
            rest -= min(rest, zeros.count)
        }
        guard isWritten else { throw RecordingError.system("\(name) cannot be made \(size) bytes long") }
    }
}
