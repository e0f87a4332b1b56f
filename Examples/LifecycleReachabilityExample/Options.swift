// SPDX-License-Identifier: MIT

import Foundation
import RecorderMiddleware

/// The options of the command line.
struct Options: Sendable {
    var isDemo = false
    var isHelp = false
    var showsState = false
    var isPlain = false
    var seconds: Int?
    /// The file for the recording, if requested.
    var record: String?

    static let usage = """
        LifecycleReachabilityExample logs the network and the foreground of this process as actions: the network is
        watched while the process is in the foreground.

        usage: LifecycleReachabilityExample [--demo] [--seconds N] [--state] [--plain] [--record FILE] [--help]

          --demo         show a script of the app's life, the same each time, and end
          --seconds N    end after N seconds, as if ended by SIGTERM
          --state        add to each action what it changed
          --plain        write in a terminal what a pipe gets: no time, no colour, full names
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
            case "--demo": isDemo = true
            case "-h", "--help": isHelp = true
            case "--plain": isPlain = true
            case "--state": showsState = true
            case "--seconds":
                guard let value = arguments.next() else { throw Mistake(description: "--seconds needs a number") }
                guard let number = Int(value), number >= 0 else {
                    throw Mistake(description: "--seconds needs a whole number that is not negative, not '\(value)'")
                }
                seconds = number
            case "--record": record = try Self.recording(arguments.next())
            default: throw Mistake(description: "unknown option '\(argument)'")
            }
        }
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
