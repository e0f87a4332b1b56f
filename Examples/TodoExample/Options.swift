// SPDX-License-Identifier: MIT

/// What the command line asks for.
struct Options: Sendable {
    /// The file that the command line names.
    var file: String?
    var log: String?
    var autosaves = true
    var isHelp = false

    static let defaultFile = StateFolder().path + "/todo.json"

    static let usage = """
        usage: TodoExample [--file FILE] [--log FILE] [--no-save] [--help]

          --file FILE  keep the to-dos in this file, by default
                       \(defaultFile)
          --log FILE   add to this file what happens, action by action
          --no-save    do not save until the command 'autosave on'
          --help       show this text
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
            case "--no-save": autosaves = false
            case "--help": isHelp = true
            default: throw Mistake(description: "unknown option '\(argument)'")
            }
        }
        if let log, FilePlace.isOneFile(log, file ?? Self.defaultFile) {
            throw Mistake(description: "--log \(log) would ruin the list, which is that file")
        }
    }

    private static func path(_ value: String?, for option: String) throws(Mistake) -> String {
        guard let value, !value.isEmpty else { throw Mistake(description: "\(option) needs the path of a file") }
        return value
    }
}
