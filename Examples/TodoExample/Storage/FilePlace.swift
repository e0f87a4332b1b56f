// SPDX-License-Identifier: MIT

import Foundation

/// The place of a file that need not be there yet: the end of the symbolic links of its name.
struct FilePlace: Sendable {
    let path: String

    init(_ path: String) throws(TodoFile.Failure) {
        var path = path
        // As many links as Linux follows.
        for _ in 0...40 {
            guard let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
                self.path = path
                return
            }
            path = destination.hasPrefix("/") ? destination : Self.split(path).folder + destination
        }
        throw TodoFile.Failure(ELOOP)
    }

    /// The path to which the next version of the file is written, the same each time.
    var staging: String {
        let (folder, name) = Self.split(path)
        return "\(folder).\(name).TodoExample.new"
    }

    /// True if two names stand for one file.
    static func isOneFile(_ first: String, _ second: String) -> Bool {
        if let first = FileStatus(path: first), let second = FileStatus(path: second) {
            return first.isSameFile(as: second)
        }
        guard let first = try? FilePlace(first), let second = try? FilePlace(second) else { return false }
        return first.absolutePath == second.absolutePath
    }

    private var absolutePath: String {
        let (folder, name) = Self.split(path)
        return URL(filePath: folder.isEmpty ? "." : folder).resolvingSymlinksInPath().path + "/" + name
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        return (String(path[..<start]), String(path[start...]))
    }
}
