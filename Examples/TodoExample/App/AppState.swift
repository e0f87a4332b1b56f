// SPDX-License-Identifier: MIT

struct AppState: Sendable {
    var list = ListState()
    var storage = StorageState()
    var terminal = TerminalState()

    /// The to-dos that belong in the file.
    var saved: [Todo] { storage.frozen ?? list.todos }
}
