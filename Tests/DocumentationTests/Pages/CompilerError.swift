// SPDX-License-Identifier: MIT

/// An error that the compiler reports for a line of `main.swift`.
struct CompilerError: Sendable {
    let line: Int
    let message: String

    static func all(in diagnostics: String) -> [CompilerError] {
        diagnostics.split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: /main\.swift:(\d+):\d+: error: (.*)/) else { return nil }
            return Int(match.1).map { CompilerError(line: $0, message: String(match.2)) }
        }
    }
}
