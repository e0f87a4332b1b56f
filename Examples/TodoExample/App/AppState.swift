// SPDX-License-Identifier: MIT

struct AppState: Sendable {
    var list = ListState()
    var storage = StorageState()
    var terminal = TerminalState()

    /// Whether it is known what became of the newest to-dos: they were saved, could not be, or are not to be.
    var isSettled: Bool {
        !storage.isAutosaving || storage.saved == list.todos || storage.unsaved?.todos == list.todos
    }
}
