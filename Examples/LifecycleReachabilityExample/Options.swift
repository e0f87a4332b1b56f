// SPDX-License-Identifier: MIT

import ExampleOptions

/// The options of the command line.
struct Options: CommandLineOptions {
    static let program = "LifecycleReachabilityExample"

    var isDemo = false
    var showsState = false
    var isPlain = false
    var seconds: Int?
    var record: String?

    static let usage = """
        LifecycleReachabilityExample logs the network and the foreground of this process as actions: the network is
        watched while the process is in the foreground.

        usage: LifecycleReachabilityExample [--demo] [--seconds N] [--state] [--plain] [--record FILE] [--help]

          --demo         show a script of the app's life, the same each time, and end
          --seconds N    end after N seconds, as if ended by SIGTERM
          --state        add to each action what it changed
          --plain        write in a terminal what a pipe gets: no time, no colour, full names
        \(commonUsage(column: 15))
        """

    mutating func take(_ option: String, _ arguments: inout Arguments) throws(OptionMistake) -> Bool {
        switch option {
        case "--demo": isDemo = true
        case "--plain": isPlain = true
        case "--state": showsState = true
        case "--seconds":
            guard let value = arguments.next() else { throw OptionMistake("--seconds needs a number") }
            guard let number = Int(value), number >= 0 else {
                throw OptionMistake("--seconds needs a whole number that is not negative, not '\(value)'")
            }
            seconds = number
        default: return false
        }
        return true
    }
}
