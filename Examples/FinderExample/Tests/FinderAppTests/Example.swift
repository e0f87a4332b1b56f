// SPDX-License-Identifier: MIT

import Foundation
import PseudoTerminal

/// The program, and a folder that it searches.
final class Example {
    static let program = Bundle.main.bundleURL.appending(path: "FinderExample").path
    let folder = NSTemporaryDirectory() + "/finder-\(UUID().uuidString)"

    init(_ files: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func write(_ text: String, to name: String) throws {
        let url = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Starts the program in a terminal.
    func start(
        _ environment: [String: String] = [:],
        rows: Int = 12,
        columns: Int = 60,
        output: String? = nil
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            [Self.program, folder],
            environment: environment,
            rows: rows,
            columns: columns,
            output: output
        )
    }

    struct Result {
        var status: Int32
        var output: Data
        var errors: String
        var lines: [String] { String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init) }
    }

    /// Runs a program without a terminal, until it ends.
    static func run(_ arguments: [String], program: String = program) throws -> Result {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        // A new session has no terminal.
        process.arguments = ["setsid", "--wait", program] + arguments
        (process.standardOutput, process.standardError, process.standardInput) = (output, errors, FileHandle.nullDevice)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: data, errors: text)
    }
}
