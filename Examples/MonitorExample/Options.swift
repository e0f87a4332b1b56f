// SPDX-License-Identifier: MIT

import Foundation
import RecorderMiddleware

/// The options of the command line.
struct Options: Sendable {
    var interval = 1.0
    var loadLimit = Double(ProcessInfo.processInfo.activeProcessorCount)
    var memoryLimit = 90.0
    var isQuiet = false
    var seconds: Double?
    var proc = "/proc"
    /// The file for the recording, if requested.
    var record: String?
    /// Whether a browser can watch the run.
    var isInspected = false
    var isHelp = false

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
          --record FILE     write what happened and why when it ends: a page to look at if FILE ends with .html,
                            else one of \(RecordingFormat.knownEndings)
          --inspect         show what happens in a browser, at the address that is printed
          -h, --help        show this text
        """

    struct Mistake: Error {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--interval":
                interval = try Self.number(arguments.next(), in: 0.001...86_400, "seconds", for: argument)
            case "--load-limit": loadLimit = try Self.number(arguments.next(), in: 0...1_000_000, for: argument)
            case "--memory-limit":
                memoryLimit = try Self.number(arguments.next(), in: 0...100, "percent", for: argument)
            case "--quiet": isQuiet = true
            case "--seconds": seconds = try Self.number(arguments.next(), in: 0...86_400, "seconds", for: argument)
            case "--proc":
                guard let value = arguments.next() else { throw Mistake(description: "--proc needs a folder") }
                proc = value
            case "--record": record = try Self.recording(arguments.next())
            case "--inspect": isInspected = true
            case "-h", "--help": isHelp = true
            default: throw Mistake(description: "unknown option '\(argument)'")
            }
        }
    }

    private static func number(
        _ value: String?,
        in range: ClosedRange<Double>,
        _ unit: String? = nil,
        for option: String
    ) throws(Mistake) -> Double {
        let bounds = [range.lowerBound, range.upperBound].map { "\($0)".replacing(/\.0$/, with: "") }
        let need = "\(option) needs a number between \(bounds.joined(separator: " and "))\(unit.map { " \($0)" } ?? "")"
        guard let value else { throw Mistake(description: need) }
        guard let number = Double(value), range.contains(number) else {
            throw Mistake(description: "\(need), not '\(value)'")
        }
        return number
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
