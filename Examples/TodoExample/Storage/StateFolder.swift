// SPDX-License-Identifier: MIT

import Foundation

/// The system's folder for the state of programs between runs.
struct StateFolder: Sendable {
    let path: String

    init() {
        #if canImport(Darwin)
        path = NSHomeDirectory() + "/Library/Application Support/TodoExample"
        #else
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        // The XDG Base Directory Specification requires programs to ignore relative paths.
        let stateHome = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = (stateHome ?? home + "/.local/state") + "/TodoExample"
        #endif
    }
}
