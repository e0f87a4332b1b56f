// SPDX-License-Identifier: MIT

extension DeclarationParser {
    /// Parses the cases after the keyword `case`: `a, b(Int) = 1`.
    mutating func parseCases(
        _ prefix: Prefix,
        from start: Int,
        until end: Int
    ) throws(SyntaxError) -> [EnumDeclaration.Case] {
        let attributes = prefix.attributes.filter { list.isToken("available", at: $0.lowerBound + 1) }
        let documentation = documentation(before: start)
        var cases: [EnumDeclaration.Case] = []
        repeat {
            guard index < end, list.isWord(at: index) else { throw failure("the name of a case is expected here") }
            let name = name(at: index)
            let ownDocumentation = cases.isEmpty ? documentation : self.documentation(before: index)
            index += 1
            var payload: [EnumDeclaration.Parameter] = []
            if index < end, list.isToken("(", at: index) {
                payload = try parsePayload(index + 1..<list.closer(of: index))
                index = list.index(after: index)
            }
            cases.append(
                .init(
                    name: name,
                    documentation: ownDocumentation,
                    attributes: attributes.map(list.line),
                    payload: payload,
                    branches: branches
                )
            )
            skipToNextDeclaration(until: end, orComma: true)
        } while skipComma(until: end)
        return cases
    }

    private mutating func skipComma(until end: Int) -> Bool {
        guard index < end, list.isToken(",", at: index) else { return false }
        index += 1
        return true
    }

    private func parsePayload(_ range: Range<Int>) throws(SyntaxError) -> [EnumDeclaration.Parameter] {
        var parameters: [EnumDeclaration.Parameter] = []
        for part in list.split(range) {
            let end = list.firstIndex(of: "=", in: part) ?? part.upperBound
            let labels = labelCount(in: part.lowerBound..<end)
            let typeStart = labels == 0 ? part.lowerBound : part.lowerBound + labels + 1
            let isVariadic = end > typeStart && list.isToken("...", at: end - 1)
            let type = typeStart..<(isVariadic ? end - 1 : end)
            guard !type.isEmpty else {
                throw SyntaxError(
                    message: "the type of a payload is expected here",
                    offset: list.bytes(part).lowerBound
                )
            }
            let label = labels == 0 || list.isToken("_", at: part.lowerBound) ? nil : list.text(part.lowerBound)
            parameters.append(
                .init(label: label, type: list.line(type), isVariadic: isVariadic, range: list.bytes(typeStart..<end))
            )
        }
        return parameters
    }

    /// Returns the number of words before the colon: one in `x: Int`, two in `_ x: Int`, none in
    /// `Int`.
    private func labelCount(in range: Range<Int>) -> Int {
        for count in 1...2 where count < range.count {
            guard list.isWord(at: range.lowerBound + count - 1) else { return 0 }
            if list.isToken(":", at: range.lowerBound + count) { return count }
        }
        return 0
    }

    /// Returns the lines of the doc comments directly before a token.
    private func documentation(before index: Int) -> [String] {
        let token = list.tokens[index]
        let trivia = token.triviaStart..<token.range.lowerBound
        guard list.source.bytes[trivia].contains(UInt8(ascii: "/")) else { return [] }
        return DocComment.lines(in: list.source[trivia])
    }
}
