// SPDX-License-Identifier: MIT

import Foundation

/// A folder of its own for a test, removed at the end.
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

/// What is in a file.
func contents(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
}

/// What a child process wrote.
func text(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self)
}
