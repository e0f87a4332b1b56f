// SPDX-License-Identifier: MIT

import Foundation
import NoteFeature
import Terminal

/// The editor of the user, in place of the app.
nonisolated struct Editor: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let terminal: TerminalDevice
    let command: String

    init(_ terminal: TerminalDevice, _ environment: [String: String]) {
        self.terminal = terminal
        command = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    }

    /// Lets the user edit a text in a file that only they can read, and returns what has become of
    /// it.
    func edit(_ draft: OpenNote.Draft) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("\(draft.name).txt")
        try Data(draft.text.utf8).write(to: file)
        let status = try await terminal.lend(to: "/bin/sh", ["-c", "\(command) \"$1\"", "sh", file.path])
        guard status == 0 else { throw Failure(description: "'\(command)' has ended with \(status)") }
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}
