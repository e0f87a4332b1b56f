// SPDX-License-Identifier: MIT

/// Tokens of balanced source, and where each bracket ends.
struct TokenList {
    let source: SourceText
    let tokens: [Token]
    /// For an opening bracket the index of its closing one, for every other token its own index.
    private let partners: [Int]

    init(_ source: SourceText) throws(SyntaxError) {
        self.source = source
        tokens = try Lexer.tokens(of: source)
        var partners = Array(tokens.indices)
        var open: [(index: Int, closer: UInt8)] = []
        for (index, token) in tokens.enumerated() where token.kind == .sign {
            let byte = source.bytes[token.range.lowerBound]
            switch byte {
            case UInt8(ascii: "("): open.append((index, UInt8(ascii: ")")))
            case UInt8(ascii: "["): open.append((index, UInt8(ascii: "]")))
            case UInt8(ascii: "{"): open.append((index, UInt8(ascii: "}")))
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard let last = open.popLast(), last.closer == byte else {
                    throw SyntaxError(message: "this bracket closes none that is open", offset: token.range.lowerBound)
                }
                partners[last.index] = index
            default: break
            }
        }
        if let last = open.last {
            throw SyntaxError(message: "this bracket is never closed", offset: tokens[last.index].range.lowerBound)
        }
        self.partners = partners
    }

    var indices: Range<Int> { tokens.indices }

    func text(_ index: Int) -> String { source[tokens[index].range] }

    /// Returns true if the token at an index, which may be out of bounds, is this word or sign.
    func isToken(_ text: StaticString, at index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        let range = tokens[index].range
        return range.count == text.utf8CodeUnitCount && source.has(text, at: range.lowerBound)
    }

    func isWord(at index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

    /// The index behind a token, or behind the bracket that it opens.
    func index(behind index: Int) -> Int { partners[index] + 1 }

    /// The index of the bracket that closes the one at an index.
    func closer(of index: Int) -> Int { partners[index] }

    /// The source of some tokens in one line: what is between two of them, also a comment, becomes
    /// one blank.
    func line(_ range: Range<Int>) -> String {
        var text = ""
        for index in range {
            if index > range.lowerBound, tokens[index].followsBlank { text += " " }
            text += self.text(index)
        }
        return text
    }

    /// The bytes of some tokens, without what is before the first.
    func bytes(_ range: Range<Int>) -> Range<Int> {
        guard let first = tokens[range].first, let last = tokens[range].last else { return 0..<0 }
        return first.range.lowerBound..<last.range.upperBound
    }
}
