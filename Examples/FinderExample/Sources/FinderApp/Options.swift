// SPDX-License-Identifier: MIT

import RecorderMiddleware

/// The options of the command line.
struct Options: Hashable, Sendable {
    var folder = ""
    /// The first query, if there is one.
    var query: String?
    /// The file for the recording, if requested.
    var record: String?
    /// Whether a browser can watch the run.
    var isInspected = false
    var isHelp = false

    static let usage = """
        usage: FinderExample DIR          search the files under DIR while you type; Enter prints the line
               FinderExample DIR QUERY    print all lines that hold each word of QUERY

          --record FILE  when it ends, write what happened and why: a page to look at if FILE ends with .html,
                         else one of \(RecordingFormat.knownEndings)
          --inspect      show what happens in a browser, at the address that is printed on standard error
        """

    struct Mistake: Error {
        let description: String
    }

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        var words: [String] = []
        var arguments = arguments.makeIterator()
        var takesOptions = true
        while let argument = arguments.next() {
            switch argument {
            case "--" where takesOptions: takesOptions = false
            case "--help" where takesOptions: isHelp = true
            case "--inspect" where takesOptions: isInspected = true
            case "--record" where takesOptions: record = try Self.recording(arguments.next())
            case _ where takesOptions && argument.hasPrefix("-") && argument != "-":
                throw Mistake(description: "unknown option '\(argument)'")
            default: words.append(argument)
            }
        }
        if isHelp { return }
        guard let first = words.first, !first.isEmpty else {
            throw Mistake(description: "there is no folder to search")
        }
        guard words.count < 3 else { throw Mistake(description: "'\(words[2])' is one word too many") }
        folder = first
        query = words.dropFirst().first
    }

    private static func recording(_ path: String?) throws(Mistake) -> String {
        guard let path, RecordingFormat(path: path) != nil else {
            throw Mistake(description: "--record needs a file that ends with one of \(RecordingFormat.knownEndings)")
        }
        return path
    }
}
