// SPDX-License-Identifier: MIT

extension TokenList {
    /// The index behind the `>` for the `<` at an index; nil if what is between cannot be a list of
    /// types.
    ///
    /// In an expression a `<` may compare: only signs that occur in types are accepted.
    func endOfTypeArguments(at start: Int) -> Int? {
        var open = 0
        var index = start
        while indices.contains(index) {
            if isToken("<", at: index) {
                open += 1
            } else if isToken(">", at: index) {
                open -= 1
                if open == 0 { return index + 1 }
            } else if tokens[index].kind == .sign, !isSignOfTypes(at: index) {
                return nil
            }
            index = self.index(behind: index)
        }
        return nil
    }

    private func isSignOfTypes(at index: Int) -> Bool {
        switch source.bytes[tokens[index].range.lowerBound] {
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "!"),
            UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "@"), UInt8(ascii: "("), UInt8(ascii: "["),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// The parts of some tokens between commas that are in no bracket.
    func split(_ range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var index = start
        while index < range.upperBound {
            if isToken(",", at: index) {
                parts.append(start..<index)
                start = index + 1
            }
            index = self.index(behindOperand: index)
        }
        if start < range.upperBound { parts.append(start..<range.upperBound) }
        return parts
    }

    /// The index of a sign in no bracket; nil if it is not there.
    func firstIndex(of sign: StaticString, in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index < range.upperBound {
            if isToken(sign, at: index) { return index }
            index = self.index(behindOperand: index)
        }
        return nil
    }

    /// The index behind a token with all that it opens; a `<` right behind a name opens the
    /// arguments of a type, if they can be read as such.
    func index(behindOperand index: Int) -> Int {
        if isToken("<", at: index), !tokens[index].followsBlank, let end = endOfTypeArguments(at: index) { return end }
        return self.index(behind: index)
    }
}
