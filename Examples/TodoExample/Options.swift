// SPDX-License-Identifier: MIT

import Foundation
import RecorderMiddleware

/// The options of the command line.
struct Options: Sendable {
    /// The file from the command line.
    var file: String?
    var log: String?
    var autosaves = true
    /// The file for the recording, if requested.
    var record: String?
    var isHelp = false

    static let defaultFile = StateFolder().path + "/todo.state"

    static let usage = """
        TodoExample keeps a list of things to do, and changes it by commands that you type.

        usage: TodoExample [--file FILE] [--log FILE] [--no-save] [--record FILE] [--help]

          --file FILE    keep the to-dos in this file, by default
                         \(defaultFile)
          --log FILE     add to this file what happens, action by action
          --no-save      do not save until the command 'autosave on'
          --record FILE  write what happened and why when it ends: a page to look at if FILE ends with .html,
                         else one of \(RecordingFormat.knownEndings)
          -h, --help     show this text
        """

    struct Mistake: Error {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--file": file = try Self.path(arguments.next(), for: argument)
            case "--log": log = try Self.path(arguments.next(), for: argument)
            case "--record": record = try Self.recording(arguments.next())
            case "--no-save": autosaves = false
            case "-h", "--help": isHelp = true
            default: throw Mistake(description: "unknown option '\(argument)'")
            }
        }
        for (option, path) in [("--log", log), ("--record", record)] {
            if let path, FilePlace.isOneFile(path, file ?? Self.defaultFile) {
                throw Mistake(description: "\(option) \(path) would ruin the list, which is that file")
            }
        }
        if let log, let record, FilePlace.isOneFile(record, log) {
            throw Mistake(description: "--record \(record) would ruin the log, which is that file")
        }
    }

    private static func path(_ value: String?, for option: String) throws(Mistake) -> String {
        guard let value, !value.isEmpty else { throw Mistake(description: "\(option) needs the path of a file") }
        return value
    }

    /// Checks that a recording can be written: the path has the extension of a format, and its
    /// folder is writable.
    private static func recording(_ path: String?) throws(Mistake) -> String {
        guard let path, RecordingFormat(path: path) != nil else {
            throw Mistake(description: "--record needs a file that ends with one of \(RecordingFormat.knownEndings)")
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw Mistake(description: "--record \(path): no file can be written in the folder \(folder)")
        }
        return path
    }
}
