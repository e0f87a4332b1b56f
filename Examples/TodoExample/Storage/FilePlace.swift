// SPDX-License-Identifier: MIT

import Foundation

/// The place of a file that need not be there yet: the end of the symbolic links of its name.
struct FilePlace: Sendable {
    let path: String

    init(_ path: String) {
        var path = path
        // As many links as Linux follows; of what is beyond them the system says what it thinks.
        for _ in 0...40 {
            guard let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            path = destination.hasPrefix("/") ? destination : Self.split(path).folder + destination
        }
        self.path = path
    }

    /// True if two names stand for one file.
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
