// SPDX-License-Identifier: MIT

extension Lexer {
    /// Skips a string with its quotes, after any `#` before it.
    mutating func skipString(pounds: Int) throws(SyntaxError) {
        let start = offset
        let isMultiline = opensLines()
        let quotes = isMultiline ? 3 : 1
        offset += quotes
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\"") where closes(quotes: quotes, pounds: pounds):
                offset += quotes + pounds
                return
            case UInt8(ascii: "\\") where hasPounds(pounds, at: 1):
                offset += 1 + pounds
                if peek() == UInt8(ascii: "(") {
                    try skipInterpolation()
                } else if peek() != nil {
                    offset += 1
                }
            case UInt8(ascii: "\n") where !isMultiline, UInt8(ascii: "\r") where !isMultiline:
                throw failure("unterminated string literal", at: start)
            default: offset += 1
            }
        }
        throw failure("unterminated string literal", at: start)
    }

    /// Three quotes open a multiline string only at the end of a line: `#"""#` is a string that
    /// contains one quote.
    private func opensLines() -> Bool {
        guard source.has("\"\"\"", at: offset) else { return false }
        let next = bytes[(offset + 3)...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return next.map(Self.isNewline) ?? false
    }

    private func hasPounds(_ pounds: Int, at distance: Int) -> Bool {
        (0..<pounds).allSatisfy { peek(distance + $0) == UInt8(ascii: "#") }
    }

    private func closes(quotes: Int, pounds: Int) -> Bool {
        (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") } && hasPounds(pounds, at: quotes)
    }

    /// Skips an interpolation with its parentheses.
    private mutating func skipInterpolation() throws(SyntaxError) {
        let start = offset
        depth += 1
        guard depth <= Self.maxInterpolationDepth else {
            throw failure("string interpolations are nested too deeply here", at: start)
        }
        previous = nil
        var open = 0
        repeat {
            guard let token = try next() else { throw failure("unterminated string interpolation", at: start) }
            guard token.kind == .punctuation else { continue }
            switch bytes[token.range.lowerBound] {
            case UInt8(ascii: "("): open += 1
            case UInt8(ascii: ")"): open -= 1
            default: break
            }
        } while open > 0
        depth -= 1
    }

    /// Whether a slash here can begin a regular expression: where an operand is expected, by the
    /// compiler's rules.
    func canBeginRegex(followsBlank: Bool) -> Bool {
        guard let after = peek(1), !Self.isBlank(after) else { return false }
        guard let previous else { return true }
        switch previous.kind {
        case .literal: return false
        case .pound: return followsBlank
        case .word: return followsBlank && Self.wordsBeforeOperands.contains(source[previous.range])
        case .punctuation:
            switch bytes[previous.range.upperBound - 1] {
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): return false
            case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ">"), UInt8(ascii: "/"): return followsBlank
            default: return true
            }
        }
    }

    private static let wordsBeforeOperands: Set<String> = [
        "return", "in", "try", "await", "throw", "case", "else", "if", "guard", "while", "switch", "where", "is", "as",
        "consume", "copy", "do",
    ]

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isNewline(byte)
    }

    private static func isNewline(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

    /// Skips `/.../` if it ends on this line with balanced parentheses.
    ///
    /// Otherwise returns false: the slash is an operator.
    mutating func skipRegex() -> Bool {
        var index = offset + 1
        var open = 0
        // Between `[` and `]`, a parenthesis is an ordinary character.
        var classes = 0
        while index < bytes.count, !Self.isNewline(bytes[index]) {
            switch bytes[index] {
            case UInt8(ascii: "/"):
                guard open == 0, !Self.isBlank(bytes[index - 1]) else { return false }
                offset = index + 1
                return true
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): classes += 1
            case UInt8(ascii: "]"): classes = max(0, classes - 1)
            case UInt8(ascii: "(") where classes == 0: open += 1
            case UInt8(ascii: ")") where classes == 0:
                open -= 1
                guard open >= 0 else { return false }
            default: break
            }
            index += 1
        }
        return false
    }

    /// Skips an extended regular expression, after the `#` before it.
    mutating func skipExtendedRegex(pounds: Int) throws(SyntaxError) {
        let start = offset
        offset += 1
        while let byte = peek() {
            if byte == UInt8(ascii: "/"), hasPounds(pounds, at: 1) {
                offset += 1 + pounds
                return
            }
            offset += byte == UInt8(ascii: "\\") && peek(1) != nil ? 2 : 1
        }
        throw failure("unterminated regular expression", at: start)
    }
}
