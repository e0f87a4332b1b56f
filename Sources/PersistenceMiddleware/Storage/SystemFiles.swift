// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The file system of the machine.
package struct SystemFiles: FileCalls {
    package init() {}

    package func open(_ path: String, _ mode: FileOpening, permissions: UInt32) throws(FileFailure) -> CInt {
        let flags =
            switch mode {
            // Opening a named pipe does not wait for a writer.
            case .reading: O_RDONLY | O_NONBLOCK
            case .new: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            case .adding: O_WRONLY | O_APPEND | O_NONBLOCK
            case .changing: O_WRONLY | O_NONBLOCK
            case .claiming: O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW
            case .folder: O_RDONLY | O_DIRECTORY
            }
        let descriptor = try again { unsafe rex_open(path, flags | O_CLOEXEC, mode_t(permissions)) }
        guard mode != .folder else { return descriptor }
        do throws(FileFailure) {
            var status = stat()
            try again { unsafe fstat(descriptor, &status) }
            if unsafe !rex_is_file(&status) { throw FileFailure(EISDIR) }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    package func size(of descriptor: CInt) throws(FileFailure) -> Int {
        var status = stat()
        try again { unsafe fstat(descriptor, &status) }
        return Int(status.st_size)
    }

    package func read(_ descriptor: CInt) throws(FileFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: try size(of: descriptor) + 1)
        var count = 0
        while true {
            let place = count
            let more = try again {
                unsafe bytes.withUnsafeMutableBytes { buffer in
                    unsafe CRexSystem.read(
                        descriptor,
                        buffer.baseAddress.map { unsafe $0 + place },
                        buffer.count - place
                    )
                }
            }
            count += more
            if more == 0 { break }
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
        }
        bytes.removeSubrange(count...)
        return bytes
    }

    package func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) throws(FileFailure) -> Int {
        try again {
            unsafe bytes.withUnsafeBytes { unsafe CRexSystem.write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    package func write(
        _ bytes: ArraySlice<UInt8>,
        to descriptor: CInt,
        at offset: Int
    ) throws(FileFailure) -> Int {
        try again {
            unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
        }
    }

    package func truncate(_ descriptor: CInt, to size: Int) throws(FileFailure) {
        try again { ftruncate(descriptor, off_t(size)) }
    }

    package func sync(_ descriptor: CInt) throws(FileFailure) {
        try again { rex_sync(descriptor) }
    }

    package func close(_ descriptor: CInt) { _ = CRexSystem.close(descriptor) }

    package func rename(_ path: String, to newPath: String) throws(FileFailure) {
        var status = stat()
        try again { unsafe lstat(path, &status) }
        // The system would move a folder with all that is in it.
        if unsafe !rex_is_file(&status) && !rex_is_link(&status) { throw FileFailure(EISDIR) }
        try again { unsafe CRexSystem.rename(path, newPath) }
    }

    package func link(_ path: String, to newPath: String) throws(FileFailure) {
        try again { unsafe CRexSystem.link(path, newPath) }
    }

    package func unlink(_ path: String) throws(FileFailure) {
        try again { unsafe CRexSystem.unlink(path) }
    }

    package func makeFolder(_ path: String) throws(FileFailure) {
        try again { unsafe mkdir(path, 0o700) }
    }

    package func linkTarget(of path: String) throws(FileFailure) -> String? {
        var status = stat()
        do throws(FileFailure) {
            try again { unsafe lstat(path, &status) }
        } catch  where error.number == ENOENT || error.number == ENOTDIR {
            return nil
        }
        guard unsafe rex_is_link(&status) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = try again {
            unsafe bytes.withUnsafeMutableBytes { unsafe rex_read_link(path, $0.baseAddress, $0.count) }
        }
        guard count < bytes.count else { throw FileFailure(ENAMETOOLONG) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    package func isOpen(_ descriptor: CInt, at path: String) -> Bool {
        var (open, named) = (stat(), stat())
        guard unsafe fstat(descriptor, &open) == 0, unsafe lstat(path, &named) == 0 else { return false }
        return open.st_ino == named.st_ino && open.st_dev == named.st_dev
    }

    package func names(in folder: String) throws(FileFailure) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw FileFailure(rex_errno()) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let name = unsafe rex_next_name(stream) { unsafe names.append(String(cString: name)) }
        return names.filter { $0 != "." && $0 != ".." }
    }

    package func claim(_ descriptor: CInt) -> Bool { rex_claim(descriptor) }

    package func giveBack(_ descriptor: CInt) { rex_give_back(descriptor) }

    /// Calls the system, and calls it again after an interruption by a signal.
    @discardableResult
    private func again<Number: SignedInteger>(_ call: () -> Number) throws(FileFailure) -> Number {
        while true {
            let result = call()
            guard result < 0 else { return result }
            let number = rex_errno()
            guard number == EINTR else { throw FileFailure(number) }
        }
    }
}
