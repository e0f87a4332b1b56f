// SPDX-License-Identifier: MIT

struct AppState: Sendable {
    var list = ListState()
    var storage = StorageState()
    var terminal = TerminalState()

    /// True if no change is on its way to the file.
    var isSettled: Bool { !storage.isAutosaving || storage.knows(list.todos) }
}
