// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// The names of code in the design notes.
@Suite struct DesignNoteTests {
    /// Names that no file of this package has, and why.
    private static let foreign: Set = ["SIGBUS"]

    @Test func typesThatAreNamedExist() throws {
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

    private func sources() throws -> [String] {
        let folder = Repository.root.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        return try (files ?? []).filter { ["swift", "h", "modulemap"].contains($0.pathExtension) }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }
    }
}
