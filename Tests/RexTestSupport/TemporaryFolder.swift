// SPDX-License-Identifier: MIT

import Foundation

/// A folder of its own for a test, removed at the end.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let path: String

    /// Makes the folder.
    package init() throws {
        path = NSTemporaryDirectory() + "/rex-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it, which need not be there.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// What is in a file.
    package func text(of name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }

    /// Puts a file in place, at once and whole.
    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file(name)), options: .atomic)
    }
}
