// SPDX-License-Identifier: MIT

/// The tokens of source code with balanced brackets, and the end of each bracket.
struct TokenList {
    let source: SourceText
    let tokens: [Token]
    /// For an opening bracket, the index of its closing bracket; for other tokens, their own index.
    private let partners: [Int]

    init(_ source: SourceText) throws(SyntaxError) {
        self.source = source
        tokens = try Lexer.tokens(of: source)
        var partners = Array(tokens.indices)
        var open: [(index: Int, closer: UInt8)] = []
        for (index, token) in tokens.enumerated() where token.kind == .punctuation {
            let byte = source.bytes[token.range.lowerBound]
            switch byte {
            case UInt8(ascii: "("): open.append((index, UInt8(ascii: ")")))
            case UInt8(ascii: "["): open.append((index, UInt8(ascii: "]")))
            case UInt8(ascii: "{"): open.append((index, UInt8(ascii: "}")))
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard let last = open.popLast(), last.closer == byte else {
                    throw SyntaxError(
                        message: "this bracket has no matching opening bracket",
                        offset: token.range.lowerBound
                    )
                }
                partners[last.index] = index
            default: break
            }
        }
        if let last = open.last {
            throw SyntaxError(
                message: "this bracket has no matching closing bracket",
                offset: tokens[last.index].range.lowerBound
            )
        }
        self.partners = partners
    }

    var indices: Range<Int> { tokens.indices }

    func text(_ index: Int) -> String { source[tokens[index].range] }

    /// Whether the token at `index`, which may be out of bounds, is this word or punctuation.
    func isToken(_ text: StaticString, at index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        let range = tokens[index].range
        return range.count == text.utf8CodeUnitCount && source.has(text, at: range.lowerBound)
    }

    func isWord(at index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

    /// Returns the index after a token, or after the bracket that it opens.
    func index(after index: Int) -> Int { partners[index] + 1 }

    /// Returns the index of the closing bracket for the opening bracket at `index`.
    func closer(of index: Int) -> Int { partners[index] }

    /// Returns the source of some tokens on one line.
    ///
    /// Whitespace and comments between two tokens become one space.
    func line(_ range: Range<Int>) -> String {
        var text = ""
        for index in range {
            if index > range.lowerBound, tokens[index].followsBlank { text += " " }
            text += self.text(index)
        }
        return text
    }

    /// Returns the byte range of some tokens, without the trivia before the first.
    func bytes(_ range: Range<Int>) -> Range<Int> {
        guard let first = tokens[range].first, let last = tokens[range].last else { return 0..<0 }
        return first.range.lowerBound..<last.range.upperBound
    }
}
