// SPDX-License-Identifier: MIT

import ExampleOptions

/// The options of the command line.
struct Options: CommandLineOptions {
    static let program = "TodoExample"

    /// The file from the command line.
    var file: String?
    var log: String?
    var autosaves = true
    var record: String?

    static let defaultFile = StateFolder().path + "/todo.state"

    static let usage = """
        TodoExample keeps a list of things to do, and changes it by commands that you type.

        usage: TodoExample [--file FILE] [--log FILE] [--no-save] [--record FILE] [--help]

          --file FILE    keep the to-dos in this file, by default
                         \(defaultFile)
          --log FILE     add to this file what happens, action by action
          --no-save      do not save until the command 'autosave on'
        \(commonUsage(column: 15))
        """

    static var help: String { "\(usage)\n\nCommands:\n\(Command.overview)" }

    mutating func take(_ option: String, _ arguments: inout Arguments) throws(OptionMistake) -> Bool {
        switch option {
        case "--file": file = try Self.path(arguments.next(), for: option)
        case "--log": log = try Self.path(arguments.next(), for: option)
        case "--no-save": autosaves = false
        default: return false
        }
        return true
    }

    func check() throws(OptionMistake) {
        for (option, path) in [("--log", log), ("--record", record)] {
            if let path, FilePlace.isOneFile(path, file ?? Self.defaultFile) {
                throw OptionMistake("\(option) \(path) would ruin the list, which is that file")
            }
        }
        if let log, let record, FilePlace.isOneFile(record, log) {
            throw OptionMistake("--record \(record) would ruin the log, which is that file")
        }
    }

    private static func path(_ value: String?, for option: String) throws(OptionMistake) -> String {
        guard let value, !value.isEmpty else { throw OptionMistake("\(option) needs the path of a file") }
        return value
    }
}
