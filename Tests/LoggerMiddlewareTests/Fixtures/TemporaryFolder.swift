// SPDX-License-Identifier: MIT

import Foundation

/// A temporary folder, removed when the object is released.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/rex-logger-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Returns the contents of a file.
func contents(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
}

/// Returns the output of a child process as text.
func text(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self)
}
