// SPDX-License-Identifier: MIT

/// Extracts doc comments from whitespace and comments.
enum DocComment {
    /// Returns the lines of all `///` and `/** */` comments, each starting with `///`.
    static func lines(in trivia: String) -> [String] {
        var lines: [String] = []
        var block: Block?
        for line in trivia.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var text = line.trimmed
            if block == nil {
                if text.hasPrefix("///") { lines.append(String(text)) }
                guard text.hasPrefix("/*") else { continue }
                block = text.hasPrefix("/**") && !text.hasPrefix("/**/") ? .documentation : .comment
                text = text.dropFirst(block == .documentation ? 3 : 2)
            } else if text.hasPrefix("*"), !text.hasPrefix("*/") {
                text = text.dropFirst()
            }
            let isLast = text.hasSuffix("*/")
            if isLast { text = text.dropLast(2) }
            let words = text.trimmed
            if block == .documentation, !(words.isEmpty && (isLast || lines.isEmpty)) {
                lines.append(words.isEmpty ? "///" : "/// \(words)")
            }
            if isLast { block = nil }
        }
        return lines
    }

    private enum Block { case documentation, comment }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isBlank)
        while let last = text.last, last.isBlank { text.removeLast() }
        return text
    }
}

extension Character {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}
