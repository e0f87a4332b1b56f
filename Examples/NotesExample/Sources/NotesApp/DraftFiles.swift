// SPDX-License-Identifier: MIT

import Foundation
package import NoteFeature
package import Notes
package import PersistenceMiddleware

/// The files of drafts: the user's text, and the text that the user saw.
nonisolated package struct DraftFiles: Sendable {
    private let folder: String
    private let storage: any Storage

    package init(in folder: String, storage: some Storage = .files) { (self.folder, self.storage) = (folder, storage) }

    /// Returns the drafts of an earlier process.
    ///
    /// Removes those whose text is in a note already.
    package func left(besides notes: [String: Note]) throws -> [Draft] {
        var left: [Draft] = []
        for path in try storage.paths(beginningWith: folder + "/") where path.hasSuffix(Self.ending) {
            guard let bytes = try storage.read(path) else { continue }
            guard let draft = try? JSONDecoder().decode(Draft.self, from: Data(bytes)) else {
                throw EditFailure("\(path) is damaged", isKept: true)
            }
            let isTaken = try read(draft) == notes[draft.name].map { Array($0.text.utf8) }
            if hasText(draft) && !isTaken { left.append(draft) } else { try remove(draft) }
        }
        return left
    }

    /// Writes the file of a new draft, and returns its path.
    ///
    /// The file of an unfinished draft is not changed.
    package func open(_ draft: Draft) throws -> String {
        if try storage.read(place(of: draft)) != (try encoded(draft)) || read(draft) == nil {
            try storage.write(Array(draft.text.utf8), to: path(of: draft))
            try storage.write(try encoded(draft), to: place(of: draft))
        }
        return path(of: draft)
    }

    /// Returns the user's text, or nil if the file was removed.
    func read(_ draft: Draft) throws(StorageError) -> [UInt8]? { try storage.read(path(of: draft)) }

    /// Returns whether the user has written something, readable or not.
    func hasText(_ draft: Draft) -> Bool {
        do {
            guard let bytes = try read(draft) else { return false }
            return bytes != Array(draft.text.utf8)
        } catch {
            return true
        }
    }

    /// Removes the files of a draft, unless another draft of the note has replaced them.
    package func remove(_ draft: Draft) throws {
        guard try storage.read(place(of: draft)) == (try encoded(draft)) else { return }
        try storage.remove(place(of: draft))
        try storage.remove(path(of: draft))
    }

    private static let ending = ".state"
    private func path(of draft: Draft) -> String { "\(folder)/\(draft.name.fileName).txt" }
    private func place(of draft: Draft) -> String { "\(folder)/\(draft.name.fileName)\(Self.ending)" }

    private func encoded(_ draft: Draft) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(draft))
    }
}
