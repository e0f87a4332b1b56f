// SPDX-License-Identifier: MIT

/// Parses the declaration that `@Prism` is attached to.
package struct DeclarationParser {
    /// The parsed declaration.
    package enum Result: Equatable, Sendable {
        case enumeration(EnumDeclaration)
        /// A declaration other than an enum, with its keyword.
        case other(keyword: String)
    }

    let list: TokenList
    var index = 0
    var members: [EnumDeclaration.Member] = []
    /// The `#if` clauses that contain the current token.
    var branches: [EnumDeclaration.Branch] = []
    /// The number of `#if` conditions so far.
    var conditionCount = 0

    package static func parse(_ source: SourceText) throws(SyntaxError) -> Result {
        var parser = DeclarationParser(list: try TokenList(source))
        return try parser.parse()
    }

    /// The first words of a declaration.
    struct Header {
        var modifiers: [String] = []
        var keyword = ""
        var typeParameters: [String] = []
    }

    /// Parses the first words of a declaration.
    ///
    /// Returns an empty header if that fails.
    static func header(of source: SourceText) -> Header {
        guard let list = try? TokenList(source) else { return Header() }
        var parser = DeclarationParser(list: list)
        var header = Header(modifiers: parser.parsePrefix().modifiers)
        guard list.isWord(at: parser.index) else { return header }
        header.keyword = list.text(parser.index)
        parser.index += 2
        header.typeParameters = parser.parseTypeParameters()
        return header
    }

    /// The attributes and modifiers before the keyword of a declaration.
    struct Prefix {
        var attributes: [Range<Int>] = []
        var modifiers: [String] = []
    }

    func failure(_ message: String) -> SyntaxError {
        let token = list.tokens.indices.contains(index) ? list.tokens[index] : list.tokens.last
        return SyntaxError(message: message, offset: token?.range.lowerBound ?? 0)
    }

    private mutating func parse() throws(SyntaxError) -> Result {
        let prefix = parsePrefix()
        guard list.isWord(at: index) else { throw failure("a declaration is expected here") }
        guard list.isToken("enum", at: index) else { return .other(keyword: list.text(index)) }
        index += 1
        guard list.isWord(at: index) else { throw failure("the name of the enum is expected here") }
        let name = name(at: index)
        index += 1
        let typeParameters = parseTypeParameters()
        let suppressed = try skipToBody()
        let end = list.closer(of: index)
        index += 1
        let elements = try parseElements(until: end)
        return .enumeration(
            EnumDeclaration(
                name: name,
                modifiers: prefix.modifiers,
                isUsableFromInline: prefix.attributes.contains {
                    list.isToken("usableFromInline", at: $0.lowerBound + 1)
                },
                typeParameters: typeParameters,
                isNoncopyable: suppressed.contains("Copyable"),
                isNonescapable: suppressed.contains("Escapable"),
                elements: elements,
                members: members
            )
        )
    }

    func name(at index: Int) -> EnumDeclaration.Name {
        .init(text: list.text(index), range: list.tokens[index].range)
    }

    /// Skips the attributes and modifiers, and returns them.
    mutating func parsePrefix() -> Prefix {
        var prefix = Prefix()
        while list.indices.contains(index) {
            if list.isToken("@", at: index) {
                let start = index
                skipAttribute()
                prefix.attributes.append(start..<index)
            } else if list.isWord(at: index), DeclarationWords.modifiers.contains(list.text(index)) {
                prefix.modifiers.append(list.text(index))
                index += 1
                // Skips the parentheses of `private(set)`.
                if list.isToken("(", at: index) { index = list.index(after: index) }
            } else {
                break
            }
        }
        return prefix
    }

    /// Skips `@Name` or `@Module.Name<Type>(arguments)`.
    ///
    /// In language mode 5, whitespace may precede the parenthesis.
    private mutating func skipAttribute() {
        index += 1
        while list.isWord(at: index) {
            index += 1
            guard list.isToken(".", at: index) else { break }
            index += 1
        }
        if list.isToken("<", at: index), let end = list.endOfTypeArguments(at: index) { index = end }
        if list.isToken("(", at: index) { index = list.index(after: index) }
    }

    private mutating func parseTypeParameters() -> [String] {
        guard list.isToken("<", at: index), let end = list.endOfTypeArguments(at: index) else { return [] }
        var names: [String] = []
        index += 1
        while index < end {
            // A value parameter such as `let size: Int` is not a type.
            if list.isWord(at: index), !list.isToken("let", at: index) { names.append(list.text(index)) }
            while index < end, !list.isToken(",", at: index) { index = skipTypeToken() }
            index += 1
        }
        index = end
        return names
    }

    /// Returns the index after a token of a type and the bracket that it opens.
    private func skipTypeToken() -> Int {
        if list.isToken("<", at: index), let end = list.endOfTypeArguments(at: index) { return end }
        return list.index(after: index)
    }

    /// Skips inherited types and conditions.
    ///
    /// Returns the suppressed protocols, such as `~Copyable`.
    private mutating func skipToBody() throws(SyntaxError) -> [String] {
        var suppressed: [String] = []
        var isInherited = true
        while list.indices.contains(index), !list.isToken("{", at: index) {
            if list.isToken("where", at: index) { isInherited = false }
            if isInherited, list.isToken("~", at: index), list.isWord(at: index + 1) {
                suppressed.append(list.text(index + 1))
            }
            index = list.index(after: index)
        }
        guard list.indices.contains(index) else { throw failure("the body of the enum is expected here") }
        return suppressed
    }
}
