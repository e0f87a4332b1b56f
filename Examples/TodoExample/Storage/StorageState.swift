// SPDX-License-Identifier: MIT

struct StorageState: Sendable {
    /// The to-dos in the file.
    var saved: [Todo] = []
    /// The to-dos that could not be saved, if the last attempt failed.
    var unsaved: Unsaved?
    var loadFailure: String?
    var isAutosaving = false

    /// True if these to-dos were saved, or could not be.
    func knows(_ todos: [Todo]) -> Bool { saved == todos || unsaved?.todos == todos }
}

struct Unsaved: Sendable {
    let todos: [Todo]
    let reason: String
}
