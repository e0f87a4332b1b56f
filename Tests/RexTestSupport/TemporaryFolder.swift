// SPDX-License-Identifier: MIT

import Foundation

/// A new folder for a test.
///
/// It is removed when this object is released.
package final class TemporaryFolder: Sendable {
    /// The path of the folder.
    package let path: String

    /// Creates the folder.
    package init() throws {
        path = NSTemporaryDirectory() + "/rex-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a file in the folder.
    ///
    /// The file need not exist.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the contents of a file.
    package func text(of name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }

    /// Writes a file atomically.
    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: file(name)), options: .atomic)
    }
}
