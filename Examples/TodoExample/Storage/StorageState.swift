// SPDX-License-Identifier: MIT

struct StorageState: Sendable {
    /// What is in the file.
    var saved: [Todo] = []
    /// What could not be saved, if the last attempt failed.
    var unsaved: Unsaved?
    var loadFailure: String?
    var isAutosaving = false

    /// Whether these to-dos were saved, or could not be.
    func knows(_ todos: [Todo]) -> Bool { saved == todos || unsaved?.todos == todos }
}

struct Unsaved: Sendable {
    let todos: [Todo]
    let reason: String
}
