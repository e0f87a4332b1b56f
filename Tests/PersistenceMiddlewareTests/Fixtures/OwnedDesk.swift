// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore
import RexTesting

/// An app with a text of a user that is saved with its owner.
struct OwnedDesk: Sendable {
    var user: String?
    var text = ""
    var problems: [StorageError] = []
}

enum OwnedDeskAction: Sendable, Equatable {
    case opened(String?, String)
    case typed(String)
    case saveNow
    case notSaved(StorageError)

    var savesNow: Void? { self == .saveNow ? () : nil }
}

let ownedDesk =
    Feature<OwnedDeskAction, OwnedDesk, NotesFile> { action, desk in
        switch action {
        case .opened(let user, let text): (desk.user, desk.text) = (user, text)
        case .typed(let text): desk.text = text
        case .saveNow: break
        case .notSaved(let error): desk.problems.append(error)
        }
    } <> .saving(\.text, to: { $0 }, owner: \.user, within: .seconds(1), now: \.savesNow) { .notSaved($0) }

/// The bytes of a storage's files under a path, as texts.
func files(of storage: some Storage, at path: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for path in try storage.paths(beginningWith: path) where !path.hasSuffix(".lock") {
        files[path] = String(decoding: try storage.read(path) ?? [], as: UTF8.self)
    }
    return files
}
