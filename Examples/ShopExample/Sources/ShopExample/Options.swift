// SPDX-License-Identifier: MIT

import Foundation
import RecorderMiddleware

/// The options of the command line.
struct Options {
    var folder = Options.stateFolder(ProcessInfo.processInfo.environment)
    var isOffline = false
    var record: String?
    var isHelp = false

    static let usage = """
        usage: ShopExample [--folder DIR] [--offline] [--record FILE]   a shop, with a server in the same process

          --folder DIR   keep the basket, the windows and the orders in DIR (else in your state folder)
          --offline      begin without a network
          --record FILE  when it ends, write what happened and why: a page to look at if FILE ends with .html,
                         else one of \(RecordingFormat.knownEndings)
        """

    struct Mistake: Error {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--folder":
                guard let value = arguments.next() else { throw Mistake(description: "--folder needs a path") }
                folder = value
            case "--offline": isOffline = true
            case "--record":
                record = arguments.next()
                guard record.flatMap({ RecordingFormat(path: $0) }) != nil else {
                    throw Mistake(
                        description: "--record needs a file that ends with one of \(RecordingFormat.knownEndings)"
                    )
                }
            case "-h", "--help": isHelp = true
            default: throw Mistake(description: "unknown option '\(argument)'")
            }
        }
    }

    private static func stateFolder(_ environment: [String: String]) -> String {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (state ?? (environment["HOME"] ?? ".") + "/.local/state") + "/ShopExample"
    }
}
