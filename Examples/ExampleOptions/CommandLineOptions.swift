// SPDX-License-Identifier: MIT

import Foundation
import LoggerMiddleware
import RecorderMiddleware

/// The options of an example, with those that all examples have: `--record` and `--help`.
package protocol CommandLineOptions: Sendable {
    static var program: String { get }
    static var usage: String { get }
    /// What `--help` prints, by default the usage.
    static var help: String { get }
    /// The file for the recording, if requested.
    var record: String? { get set }

    init()

    /// Takes an option, and its value from the arguments behind it.
    ///
    /// - Returns: Whether the example has this option.
    mutating func take(_ option: String, _ arguments: inout Arguments) throws(OptionMistake) -> Bool

    /// Checks the options together.
    func check() throws(OptionMistake)
}

/// The arguments behind an option.
package typealias Arguments = ArraySlice<String>.Iterator

package struct OptionMistake: Error {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension CommandLineOptions {
    package static var help: String { usage }

    package func check() {}

    /// Returns the options of the command line.
    ///
    /// Prints a mistake and ends with 2, or prints the help and ends.
    package static func ofCommandLine() -> Self {
        do {
            if let options = try Self(CommandLine.arguments.dropFirst()) { return options }
        } catch {
            LogPrinter.stderr.print("\(program): \(error.description). --help shows the options.")
            exit(2)
        }
        LogPrinter.stdout.print(help)
        exit(EXIT_SUCCESS)
    }

    /// Reads the arguments; nil if they request the help.
    private init?(_ words: ArraySlice<String>) throws(OptionMistake) {
        self.init()
        var (arguments, isHelp) = (words.makeIterator(), false)
        while let argument = arguments.next() {
            switch argument {
            case "--record": record = try Self.recording(arguments.next())
            case "-h", "--help": isHelp = true
            default:
                guard try take(argument, &arguments) else { throw OptionMistake("unknown option '\(argument)'") }
            }
        }
        try check()
        if isHelp { return nil }
    }

    /// Checks that a recording can be written: the path has the extension of a format, and its
    /// folder is writable.
    private static func recording(_ path: String?) throws(OptionMistake) -> String {
        guard let path, RecordingFormat(path: path) != nil else {
            throw OptionMistake("--record needs a file that ends with one of \(RecordingFormat.knownEndings)")
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw OptionMistake("--record \(path): no file can be written in the folder \(folder)")
        }
        return path
    }

    /// Returns the lines of the usage for the options that all examples have.
    package static func commonUsage(column: Int) -> String {
        let texts = [
            ("--record FILE", "write what happened and why when it ends: a page to look at if FILE ends with .html,"),
            ("", "else one of \(RecordingFormat.knownEndings)"),
            ("-h, --help", "show this text"),
        ]
        return texts.map { name, text in "  \(name)\(String(repeating: " ", count: column - name.count))\(text)" }
            .joined(separator: "\n")
    }
}
