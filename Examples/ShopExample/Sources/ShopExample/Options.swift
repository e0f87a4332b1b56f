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

          --folder DIR   keep the basket, the windows and the orders in DIR, by default in
                         $XDG_STATE_HOME/ShopExample or ~/.local/state/ShopExample
          --offline      begin without a network
          --record FILE  record the run; FILE ends with one of \(RecordingFormat.knownEndings)
        """

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--folder": folder = arguments.next() ?? ""
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
        guard isHelp || !folder.isEmpty else { throw Mistake(description: "--folder needs a path") }
    }

    /// Returns the default folder, or "" if the environment has none.
    private static func stateFolder(_ environment: [String: String]) -> String {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/ShopExample" }
        return environment["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.local/state/ShopExample" } ?? ""
    }
}
