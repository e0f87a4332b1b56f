// SPDX-License-Identifier: MIT

/// Splits Swift source code into tokens.
///
/// It only distinguishes code from text: from comments, strings with interpolations, and regular
/// expressions, so that a brace in these isn't taken for code. Takes time and memory in proportion
/// to the source.
struct Lexer {
    let source: SourceText
    var offset = 0
    /// The previous token, which decides whether a slash can begin a regular expression.
    var previous: Token?
    /// The number of open interpolations.
    var depth = 0

    static let maxInterpolationDepth = 64

    init(_ source: SourceText) { self.source = source }

    static func tokens(of source: SourceText) throws(SyntaxError) -> [Token] {
        var lexer = Lexer(source)
        var tokens: [Token] = []
        while let token = try lexer.next() { tokens.append(token) }
        return tokens
    }

    var bytes: [UInt8] { source.bytes }

    /// Returns the byte `distance` bytes ahead, or nil outside of the source.
    func peek(_ distance: Int = 0) -> UInt8? {
        let index = offset + distance
        return bytes.indices.contains(index) ? bytes[index] : nil
    }

    func failure(_ message: String, at offset: Int) -> SyntaxError { SyntaxError(message: message, offset: offset) }

    mutating func next() throws(SyntaxError) -> Token? {
        let triviaStart = offset
        let startsLine = try skipTrivia()
        guard offset < bytes.count else { return nil }
        let start = offset
        let kind = try scanToken(followsBlank: triviaStart < start)
        let token = Token(
            kind: kind,
            range: start..<offset,
            triviaStart: triviaStart,
            startsLine: startsLine || triviaStart == 0
        )
        previous = token
        return token
    }

    /// Skips whitespace and comments.
    ///
    /// Returns whether they contain a line break.
    private mutating func skipTrivia() throws(SyntaxError) -> Bool {
        var hasNewline = false
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                hasNewline = true
                offset += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0:
                offset += 1
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while let byte = peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { offset += 1 }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                hasNewline = try skipBlockComment() || hasNewline
            default: return hasNewline
            }
        }
        return hasNewline
    }

    private mutating func skipBlockComment() throws(SyntaxError) -> Bool {
        let start = offset
        var hasNewline = false
        var open = 0
        repeat {
            if source.has("/*", at: offset) {
                open += 1
                offset += 2
            } else if source.has("*/", at: offset) {
                open -= 1
                offset += 2
            } else if let byte = peek() {
                hasNewline = hasNewline || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
                offset += 1
            } else {
                throw failure("unterminated '/*' comment", at: start)
            }
        } while open > 0
        return hasNewline
    }

    private mutating func scanToken(followsBlank: Bool) throws(SyntaxError) -> Token.Kind {
        guard let byte = peek() else { return .punctuation }
        switch byte {
        case UInt8(ascii: "`"):
            try skipQuotedName()
            return .word
        case UInt8(ascii: "\""):
            try skipString(pounds: 0)
            return .literal
        case UInt8(ascii: "#"): return try scanPound()
        case UInt8(ascii: "/") where canBeginRegex(followsBlank: followsBlank) && skipRegex(): return .literal
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            skipNumber()
            return .literal
        case _ where Self.isWord(byte):
            skipWord()
            return .word
        case _ where source.has("->", at: offset): offset += 2
        case _ where source.has("...", at: offset): offset += 3
        default: offset += 1
        }
        return .punctuation
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    private mutating func skipWord() {
        while let byte = peek(), Self.isWord(byte) { offset += 1 }
    }

    /// Skips a whole number literal, so that its dot isn't taken for member access.
    private mutating func skipNumber() {
        while let byte = peek(), Self.isWord(byte) || (byte == UInt8(ascii: ".") && Self.isDigit(peek(1))) {
            offset += 1
        }
    }

    private static func isDigit(_ byte: UInt8?) -> Bool {
        if case (UInt8(ascii: "0")...UInt8(ascii: "9"))? = byte { true } else { false }
    }

    private mutating func skipQuotedName() throws(SyntaxError) {
        let start = offset
        offset += 1
        while let byte = peek(), byte != UInt8(ascii: "`") {
            guard byte != UInt8(ascii: "\n") else { break }
            offset += 1
        }
        guard peek() == UInt8(ascii: "`"), offset > start + 1 else {
            throw failure("this name has no closing backtick", at: start)
        }
        offset += 1
    }

    /// Scans a raw string, an extended regular expression, or `#` with a word.
    private mutating func scanPound() throws(SyntaxError) -> Token.Kind {
        var pounds = 0
        while peek(pounds) == UInt8(ascii: "#") { pounds += 1 }
        switch peek(pounds) {
        case UInt8(ascii: "\""):
            offset += pounds
            try skipString(pounds: pounds)
            return .literal
        case UInt8(ascii: "/"):
            offset += pounds
            try skipExtendedRegex(pounds: pounds)
            return .literal
        default:
            offset += 1
            skipWord()
            return .pound
        }
    }
}
