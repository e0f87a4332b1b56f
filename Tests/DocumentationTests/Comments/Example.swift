// SPDX-License-Identifier: MIT

/// A Swift block of a documentation comment, which is often a fragment.
struct Example {
    /// The kinds of lines that begin in the first column.
    private enum Kind { case extensions, declarations, statements }

    /// Lines of one kind, with the number of the first one.
    private struct Chunk {
        let kind: Kind
        let firstLine: Int
        var lines: [String]
    }

    private let path: String
    private let chunks: [Chunk]

    init(_ block: CodeBlock, of path: String) {
        self.path = path
        var chunks: [Chunk] = []
        var depth = 0
        for (number, line) in zip(block.lineNumbers, block.lines) {
            let kind = depth == 0 ? Self.kind(of: line) : nil
            if let kind, kind != chunks.last?.kind || line.hasPrefix("\\") {
                chunks.append(Chunk(kind: kind, firstLine: number, lines: [line]))
            } else if !chunks.isEmpty {
                chunks[chunks.count - 1].lines.append(line)
            }
            depth += line.reduce(0) { $0 + ("{([".contains($1) ? 1 : "})]".contains($1) ? -1 : 0) }
        }
        self.chunks = chunks
    }

    /// Returns the example as top-level declarations: types in an enum, statements in a function.
    ///
    /// If the context declares an enum `In` and the name of the comment's file, with `_` for characters that a name cannot
    /// have, the example sees its static members. Its `Value` is the type of a fragment that is one expression, and of
    /// what a fragment returns. Without it, a chain that begins with a dot continues the `receiver` of the context, and a
    /// `case` belongs to a switch over `action`.
    func source(number: Int, in context: Page) -> String {
        let file = path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
        let scope = "enum In" + String(file.map { $0.isLetter || $0.isNumber ? $0 : "_" }) + " {"
        let start = context.lines.firstIndex { $0.hasPrefix(scope) }
        let members = context.lines[(start ?? context.lines.endIndex)...].prefix {
            $0.hasPrefix(scope) || $0.hasPrefix(" ")
        }
        let function = function(ofValue: members.contains { $0.contains("typealias Value") })
        let example = ["enum Example\(number) {"] + lines(of: .declarations) + function + ["}"]
        let extended = start == nil ? example : ["extension \(scope.dropFirst("enum ".count))"] + example + ["}"]
        return (lines(of: .extensions) + extended).joined(separator: "\n")
    }

    private func function(ofValue isValue: Bool) -> [String] {
        let lines = chunks.filter { $0.kind == .statements }.flatMap(\.lines)
        let returns = lines.contains { $0.hasPrefix("return ") }
        let opening: (before: String?, after: [String]) =
            switch lines.first?.split(separator: " ").first {
            case "let", "var", "for", "if", "return", "guard": (nil, [])
            case "case": ("switch action {", ["default: break", "}"])
            case _? where isValue: ("let _: Value =", [])
            case let word? where word.hasPrefix("."): ("_ = receiver", [])
            // The compiler refuses a function as a statement.
            case let word? where word.hasPrefix("\\"): ("let _ =", [])
            default: (nil, [])
            }
        let waits = lines.contains { $0.first != " " && $0.prefix { $0 != "{" }.contains(/\b(await|async)\b/) }
        return ["@MainActor static func run() \(waits ? "async " : "")throws \(returns ? "-> Value " : ""){"]
            + self.lines(of: .statements, after: opening.before) + opening.after + ["}"]
    }

    private func lines(of kind: Kind, after opening: String? = nil) -> [String] {
        chunks.filter { $0.kind == kind }.flatMap { chunk in
            let firstLine = chunk.firstLine - (opening == nil ? 0 : 1)
            return ["#sourceLocation(file: \"\(path)\", line: \(firstLine))"] + (opening.map { [$0] } ?? [])
                + chunk.lines
        }
    }

    /// Returns nil for lines that belong to the line before.
    private static func kind(of line: String) -> Kind? {
        guard let first = line.first, first != " ", !line.hasPrefix("//") else { return nil }
        let words = line.split(separator: " ").drop { $0.hasPrefix("@") || ["final", "static"].contains($0) }
        switch words.first {
        case "extension", "import": return .extensions
        case "struct", "enum", "class", "protocol", "func", "typealias": return .declarations
        default: return line.hasPrefix("static ") ? .declarations : .statements
        }
    }
}
