// SPDX-License-Identifier: MIT

/// What the command line asks for.
struct Options: Sendable {
    var isDemo = false
    var isHelp = false
    var showsState = false
    var isPlain = false
    var seconds: Int?

    static let usage = """
        usage: LifecycleReachabilityExample [--demo] [--seconds N] [--state] [--plain] [--help]

          --demo       show a script of the app's life, the same each time, and end
          --seconds N  end after N seconds, as if ended by SIGTERM
          --state      add to each action what it changed
          --plain      write in a terminal what a pipe gets: no time, no colour, full names
          --help       show this text
        """

    struct Mistake: Error {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--demo": isDemo = true
            case "--help": isHelp = true
            case "--plain": isPlain = true
            case "--state": showsState = true
            case "--seconds":
                guard let value = arguments.next() else { throw Mistake(description: "--seconds needs a number") }
                guard let number = Int(value), number >= 0 else {
                    throw Mistake(description: "--seconds needs a whole number that is not negative, not '\(value)'")
                }
                seconds = number
            default: throw Mistake(description: "unknown option '\(argument)'")
            }
        }
    }
}
