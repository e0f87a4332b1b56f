// SPDX-License-Identifier: MIT

/// What the command line asks for.
struct Options {
    var isQuick = false
    var isMarkdown = false
    var rows: [String] = []

    struct Mistake: Error, CustomStringConvertible {
        let argument: String
        var description: String { "unknown argument \(argument)\nusage: Benchmarks [--quick] [--markdown] [ROW...]" }
    }

    init(_ arguments: some Sequence<String>) throws {
        for argument in arguments {
            switch argument {
            case "--quick": isQuick = true
            case "--markdown": isMarkdown = true
            case _ where Workload.all.contains { $0.isOne(of: [argument]) }: rows.append(argument)
            default: throw Mistake(argument: argument)
            }
        }
    }
}
