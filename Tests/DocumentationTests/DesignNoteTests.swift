// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The names of types in the design notes.
@Suite struct DesignNoteTests {
    /// Names that the notes use but this package does not declare.
    private static let foreign: Set = ["SIGBUS"]

    @Test func mentionedTypesExist() throws {
        let words = try Set(sources().flatMap { $0.matches(of: /\w+/).map { String($0.0) } })
        #expect(words.contains("StoreCore"))
        let notes = try Page.all().filter { $0.path.hasPrefix("Docs/Design/") }
        #expect(!notes.isEmpty)
        for note in notes {
            for (index, line) in note.lines.enumerated() {
                for name in line.matches(of: /`([A-Z]\w+)/).map({ String($0.1) }) {
                    guard !words.contains(name), !Self.foreign.contains(name) else { continue }
                    Problem(line: index + 1, message: "There is no \(name).").record(in: note)
                }
            }
        }
    }

    /// Returns the paths and contents of all source files of the package and its tests.
    private func sources() throws -> [String] {
        try ["Sources", "Tests"].flatMap { name in
            let folder = Repository.root.appending(path: name)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects
            let code = (files as? [URL] ?? []).filter { ["swift", "h", "modulemap"].contains($0.pathExtension) }
            return try code.map { try $0.path + String(contentsOf: $0, encoding: .utf8) }
        }
    }
}
