// SPDX-License-Identifier: MIT

import Foundation

/// The folder in which the system wants programs to keep their state from one run to the next.
struct StateFolder: Sendable {
    let path: String

    init() {
        #if canImport(Darwin)
        path = NSHomeDirectory() + "/Library/Application Support/TodoExample"
        #else
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        // The XDG Base Directory Specification wants a path that is not absolute to be ignored.
        let stateHome = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = (stateHome ?? home + "/.local/state") + "/TodoExample"
        #endif
    }

    /// Makes the folder and those above it, for the user alone; those that are there stay as they
    /// are.
    func make() throws(TodoFile.Failure) {
        try Self.make(path)
    }

    private static func make(_ path: String) throws(TodoFile.Failure) {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw TodoFile.Failure(errno)
        }
        try make(String(path[..<slash]))
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw TodoFile.Failure(errno) }
    }
}
