// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore
import RexTesting

/// An app with a text that is saved and a number that is not saved.
struct Notes: Sendable, Codable, Equatable {
    var text = ""
    var taps = 0
    var problems: [StorageError] = []

    private enum CodingKeys: CodingKey { case text }
}

enum NotesAction: Sendable, Equatable {
    case typed(String)
    case tapped
    case saveNow
    case notSaved(StorageError)
}

extension NotesAction {
    var savesNow: Void? { self == .saveNow ? () : nil }
}

typealias NotesFile = StateFile<String>

let notes = Feature<NotesAction, Notes, NotesFile> { action, notes in
    switch action {
    case .typed(let text): notes.text = text
    case .tapped: notes.taps += 1
    case .saveNow: break
    case .notSaved(let error): notes.problems.append(error)
    }
}

let savedNotes =
    notes
    <> .saving(\.text, to: { $0 }, within: .seconds(1), now: \.savesNow) { .notSaved($0) }

/// The text that the app would load if it were started now.
func text(in storage: some Storage) throws -> String? {
    let copy = MemoryStorage()
    for path in try storage.paths(beginningWith: "notes") {
        if let bytes = try storage.read(path) { try copy.write(bytes, to: path) }
    }
    return try NotesFile(at: "notes", storage: copy).load()
}
