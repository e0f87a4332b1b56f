// SPDX-License-Identifier: MIT

import Foundation

extension FilePlace {
    /// Puts content in the place of the file, at once and whole; mode, owner and group stay.
    ///
    /// The content is written to a file beside it, which then takes its name. That file always has
    /// the same name and is locked while it is used, so whoever is killed leaves one at most, and
    /// the next who comes takes it over.
    ///
    /// - Parameter check: Called while no other process replaces the file this way.
    func replaceFile(
        with content: Data,
        after check: () throws(TodoFile.Failure) -> Void
    ) throws(TodoFile.Failure) {
        let descriptor = try openStaging()
        defer { close(descriptor) }
        var isInPlace = false
        defer { if !isInPlace { unsafe unlink(staging) } }
        try check()
        try write(content, to: descriptor)
        guard unsafe rename(staging, path) == 0 else { throw TodoFile.Failure(errno) }
        isInPlace = true
    }

    /// Removes what someone who was killed has left behind, and not what someone is writing.
    func removeLeftover() {
        let descriptor = unsafe open(staging, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isStaging(descriptor) else { return }
        unsafe unlink(staging)
    }

    private func openStaging() throws(TodoFile.Failure) -> CInt {
        while true {
            let descriptor = unsafe open(staging, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw TodoFile.Failure(errno) }
            if flock(descriptor, LOCK_EX) != 0 {
                defer { close(descriptor) }
                throw TodoFile.Failure(errno)
            }
            if isStaging(descriptor) { return descriptor }
            // While this process waited another one has put the file in place, or removed it.
            close(descriptor)
        }
    }

    private func isStaging(_ descriptor: CInt) -> Bool {
        guard let opened = FileStatus(descriptor: descriptor) else { return false }
        return FileStatus(path: staging, follows: false)?.isSameFile(as: opened) == true
    }

    private func write(_ content: Data, to descriptor: CInt) throws(TodoFile.Failure) {
        let current = try writableFile()
        guard let staged = FileStatus(descriptor: descriptor), staged.isPlainFileWithOneName,
            staged.owner == geteuid() || staged.owner == current?.owner
        else { throw TodoFile.Failure(description: "\(staging) is in the way") }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: content)
            try file.synchronize()
        } catch {
            throw TodoFile.Failure(error)
        }
        if let current, (current.owner, current.group) != (staged.owner, staged.group) {
            guard fchown(descriptor, current.owner, current.group) == 0 else {
                throw TodoFile.Failure(description: "the file would have another owner or group")
            }
        }
        guard fchmod(descriptor, current?.permissions ?? 0o600) == 0 else { throw TodoFile.Failure(errno) }
    }

    /// The file if it is there, and a failure if it may not be written.
    private func writableFile() throws(TodoFile.Failure) -> FileStatus? {
        let descriptor = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0 && errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw TodoFile.Failure(errno) }
        defer { close(descriptor) }
        return FileStatus(descriptor: descriptor)
    }
}
