// SPDX-License-Identifier: MIT

import Foundation

/// The status of a file, as the system knows it.
struct FileStatus {
    private var info = stat()

    /// - Parameter follows: Whether it is about the file that a symbolic link leads to.
    init?(path: String, follows: Bool = true) {
        guard unsafe (follows ? stat(path, &info) : lstat(path, &info)) == 0 else { return nil }
    }

    init?(descriptor: CInt) {
        guard unsafe fstat(descriptor, &info) == 0 else { return nil }
    }

    var permissions: mode_t { info.st_mode & 0o7777 }
    var owner: uid_t { info.st_uid }
    var group: gid_t { info.st_gid }
    var isPlainFileWithOneName: Bool { info.st_mode & S_IFMT == S_IFREG && info.st_nlink == 1 }

    func isSameFile(as other: FileStatus) -> Bool {
        info.st_dev == other.info.st_dev && info.st_ino == other.info.st_ino
    }
}
