// SPDX-License-Identifier: MIT

extension TokenList {
    /// Returns the index after the `>` that matches the `<` at `start`, or nil if the tokens
    /// between can't be a list of types.
    ///
    /// In an expression, `<` may be a comparison, so only punctuation that occurs in types is
    /// accepted.
    func endOfTypeArguments(at start: Int) -> Int? {
        var open = 0
        var index = start
        while indices.contains(index) {
            if isToken("<", at: index) {
                open += 1
            } else if isToken(">", at: index) {
                open -= 1
                if open == 0 { return index + 1 }
            } else if tokens[index].kind == .punctuation, !isTypePunctuation(at: index) {
                return nil
            }
            index = self.index(after: index)
        }
        return nil
    }

    private func isTypePunctuation(at index: Int) -> Bool {
        switch source.bytes[tokens[index].range.lowerBound] {
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "!"),
            UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "@"), UInt8(ascii: "("), UInt8(ascii: "["),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Splits tokens at the commas that are outside of brackets.
    func split(_ range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var index = start
        while index < range.upperBound {
            if isToken(",", at: index) {
                parts.append(start..<index)
                start = index + 1
            }
            index = self.index(afterOperand: index)
        }
        if start < range.upperBound { parts.append(start..<range.upperBound) }
        return parts
    }

    /// Returns the index of `sign` outside of brackets, or nil.
    func firstIndex(of sign: StaticString, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if isToken(sign, at: index) { return index }
            index = self.index(afterOperand: index)
        }
        return nil
    }

    /// Returns the index after a token and the bracket that it opens.
    ///
    /// A `<` directly after a name opens type arguments, if they can be parsed as such.
    func index(afterOperand index: Int) -> Int {
        if isToken("<", at: index), !tokens[index].followsBlank, let end = endOfTypeArguments(at: index) { return end }
        return self.index(after: index)
    }
}
