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
}
