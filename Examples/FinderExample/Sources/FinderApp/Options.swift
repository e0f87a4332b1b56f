// SPDX-License-Identifier: MIT

/// What the command line asks for.
struct Options: Hashable, Sendable {
    var folder = ""
    /// What to search for without asking.
    var query: String?
    var isHelp = false

    static let usage = """
        usage: FinderExample DIR          search the files under DIR while you type; Enter prints the line
               FinderExample DIR QUERY    print all lines that hold each word of QUERY
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
}
