// SPDX-License-Identifier: MIT

import ExampleOptions
import Foundation

/// The options of the command line.
struct Options: CommandLineOptions {
    static let program = "MonitorExample"

    var interval = 1.0
    var loadLimit = Double(ProcessInfo.processInfo.activeProcessorCount)
    var memoryLimit = 90.0
    var isQuiet = false
    var seconds: Double?
    var proc = "/proc"
    var record: String?
    /// Whether a browser can watch the run.
    var isInspected = false

    static let usage = """
        MonitorExample prints the load and the memory of this machine, and alerts when one is above its limit.

        usage: MonitorExample [--interval S] [--load-limit L] [--memory-limit P] [--quiet] [--seconds N] [--proc DIR]
                              [--record FILE] [--inspect] [--help]

          --interval S      take a sample each S seconds, 1 by default
          --load-limit L    alert when the load is above L, by default the number of processors
          --memory-limit P  alert when more than P percent of the memory is taken, 90 by default
          --quiet           print no alerts until SIGUSR1, which switches them on and off
          --seconds N       end after N seconds, as if ended by SIGTERM
          --proc DIR        read loadavg and meminfo in this folder instead of /proc
          --inspect         show what happens in a browser, at the address that is printed
        \(commonUsage(column: 18))
        """

    mutating func take(_ option: String, _ arguments: inout Arguments) throws(OptionMistake) -> Bool {
        switch option {
        case "--interval": interval = try Self.number(arguments.next(), in: 0.001...86_400, "seconds", for: option)
        case "--load-limit": loadLimit = try Self.number(arguments.next(), in: 0...1_000_000, for: option)
        case "--memory-limit": memoryLimit = try Self.number(arguments.next(), in: 0...100, "percent", for: option)
        case "--quiet": isQuiet = true
        case "--seconds": seconds = try Self.number(arguments.next(), in: 0...86_400, "seconds", for: option)
        case "--proc":
            guard let value = arguments.next() else { throw OptionMistake("--proc needs a folder") }
            proc = value
        case "--inspect": isInspected = true
        default: return false
        }
        return true
    }

    private static func number(
        _ value: String?,
        in range: ClosedRange<Double>,
        _ unit: String? = nil,
        for option: String
    ) throws(OptionMistake) -> Double {
        let bounds = [range.lowerBound, range.upperBound].map { "\($0)".replacing(/\.0$/, with: "") }
        let need = "\(option) needs a number between \(bounds.joined(separator: " and "))\(unit.map { " \($0)" } ?? "")"
        guard let value else { throw OptionMistake(need) }
        guard let number = Double(value), range.contains(number) else {
            throw OptionMistake("\(need), not '\(value)'")
        }
        return number
    }
}
