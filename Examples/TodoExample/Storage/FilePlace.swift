// SPDX-License-Identifier: MIT

import Foundation

/// The location of a file, which need not exist: the end of the symbolic links of its path.
struct FilePlace: Sendable {
    let path: String

    init(_ path: String) {
        var path = path
        // The limit of Linux for links. Beyond it, the system reports an error.
        for _ in 0...40 {
            guard let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            path = destination.hasPrefix("/") ? destination : Self.split(path).folder + destination
        }
        self.path = path
    }

    /// Returns whether two paths lead to the same file.
    static func isOneFile(_ first: String, _ second: String) -> Bool {
        if let first = identity(of: first), let second = identity(of: second) { return first == second }
        return FilePlace(first).absolutePath == FilePlace(second).absolutePath
    }

    private var absolutePath: String {
        let (folder, name) = Self.split(path)
        return URL(filePath: folder.isEmpty ? "." : folder).resolvingSymlinksInPath().path + "/" + name
    }

    private static func identity(of path: String) -> [UInt64]? {
        var info = stat()
        return unsafe stat(path, &info) == 0 ? [UInt64(info.st_dev), UInt64(info.st_ino)] : nil
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        return (String(path[..<start]), String(path[start...]))
    }
}
