// SPDX-License-Identifier: MIT

import NoteFeature
import Terminal

/// The user's editor, which gets the terminal of the app.
nonisolated struct Editor: Sendable {
    private let terminal: TerminalDevice
    private let command: String
    private let files: DraftFiles

    init(_ terminal: TerminalDevice, _ environment: [String: String], _ files: DraftFiles) {
        (self.terminal, self.files) = (terminal, files)
        command = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    }

    /// Lets the user edit a draft in its file, and returns the user's text.
    func edit(_ draft: Draft) async throws -> String {
        do {
            let path = try files.open(draft)
            let status = try await terminal.lend(to: "/bin/sh", ["-c", "\(command) \"$1\"", "sh", path])
            guard status == 0 else { throw failure("'\(command)' has ended with \(status)", draft) }
            guard let bytes = try files.read(draft) else { throw failure("'\(command)' has removed the file", draft) }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw failure("what '\(command)' has written is no UTF-8", draft)
            }
            return text
        } catch let error as EditFailure {
            throw error
        } catch {
            throw failure("\(error)", draft)
        }
    }

    private func failure(_ words: String, _ draft: Draft) -> EditFailure {
        EditFailure(words, isKept: files.hasText(draft))
    }
}
