// SPDX-License-Identifier: MIT

extension DeclarationParser {
    /// Parses the cases and `#if` conditions up to an index.
    ///
    /// Adds all other declarations to `members`.
    mutating func parseElements(until end: Int) throws(SyntaxError) -> [EnumDeclaration.Element] {
        var open = OpenConditions()
        while index < end {
            if list.tokens[index].kind == .pound, try parseDirective(&open) { continue }
            let start = index
            let prefix = parsePrefix()
            if index < end, list.isToken("case", at: index) {
                index += 1
                try parseCases(prefix, from: start, until: end).forEach { open.append(.enumCase($0)) }
            } else {
                parseMember(prefix, until: end)
            }
            // Any other declaration ends before the next token that can begin one.
            if index == start { index = list.index(after: index) }
            skipToNextDeclaration(until: end)
        }
        guard open.clauses.isEmpty else { throw failure("'#endif' is missing before the end of the enum") }
        return open.elements
    }

    /// The `#if` conditions that are still open, innermost last, and the elements outside of all
    /// conditions.
    private struct OpenConditions {
        var elements: [EnumDeclaration.Element] = []
        var clauses: [[EnumDeclaration.Clause]] = []

        mutating func append(_ element: EnumDeclaration.Element) {
            guard !clauses.isEmpty else { return elements.append(element) }
            let condition = clauses.endIndex - 1
            let clause = clauses[condition].endIndex - 1
            clauses[condition][clause].elements.append(element)
        }
    }

    /// Parses `#if`, `#elseif`, `#else` or `#endif` with its line, which continues while a bracket
    /// is open.
    ///
    /// Returns false for any other word after `#`.
    private mutating func parseDirective(_ open: inout OpenConditions) throws(SyntaxError) -> Bool {
        let word = list.text(index)
        guard ["#if", "#elseif", "#else", "#endif"].contains(word) else { return false }
        if word != "#if", open.clauses.isEmpty { throw failure("there is no '#if' before this '\(word)'") }
        let start = index
        repeat {
            index = list.index(after: index)
        } while index < list.tokens.endIndex - 1 && !list.tokens[index].startsLine
        let clause = EnumDeclaration.Clause(directive: list.line(start..<index), elements: [])
        switch word {
        case "#if":
            open.clauses.append([clause])
            branches.append(.init(condition: conditionCount, clause: 0))
            conditionCount += 1
        case "#endif":
            let last = branches.removeLast()
            let clauses = open.clauses.removeLast()
            open.append(.conditional(condition: last.condition, clauses))
        default:
            open.clauses[open.clauses.endIndex - 1].append(clause)
            let last = branches.removeLast()
            branches.append(.init(condition: last.condition, clause: last.clause + 1))
        }
        return true
    }

    /// Adds the names of a declaration other than a case to `members`, and skips its keyword.
    private mutating func parseMember(_ prefix: Prefix, until end: Int) {
        guard index < end, list.isWord(at: index) else { return }
        let keyword = list.text(index)
        let isStatic = prefix.modifiers.contains("static")
        switch keyword {
        case "var", "let":
            index += 1
            parseVariableNames(isStatic: isStatic, until: end)
        case "func":
            let name = index + 1
            index += 2
            if list.isToken("<", at: index), let end = list.endOfTypeArguments(at: index) { index = end }
            if list.isToken("(", at: index), list.isToken(")", at: index + 1) { addMember(name, isStatic: isStatic) }
        case _ where DeclarationWords.types.contains(keyword):
            index += 1
            if index < end, list.isWord(at: index) { addMember(index, isStatic: true) }
        default: break
        }
    }

    /// Parses the names in `a: Int = 1, b`, and in `(a, b) = (1, 2), c = 3`.
    private mutating func parseVariableNames(isStatic: Bool, until end: Int) {
        var start = index
        while start < end, list.isWord(at: start) || list.isToken("(", at: start) {
            index = list.index(after: start)
            for name in start..<index where list.isWord(at: name) { addMember(name, isStatic: isStatic) }
            skipToNextDeclaration(until: end, orComma: true)
            guard index < end, list.isToken(",", at: index) else { return }
            start = index + 1
        }
    }

    private mutating func addMember(_ index: Int, isStatic: Bool) {
        members.append(.init(name: name(at: index).plain, isStatic: isStatic, branches: branches))
    }

    /// Skips to the next token that begins a line and a declaration, or that follows a semicolon.
    mutating func skipToNextDeclaration(until end: Int, orComma: Bool = false) {
        while index < end {
            if list.isToken(";", at: index) {
                if !orComma { index += 1 }
                return
            }
            if orComma, list.isToken(",", at: index) { return }
            if list.tokens[index].startsLine, beginsDeclaration(at: index) { return }
            index = list.index(afterOperand: index)
        }
        index = end
    }

    private func beginsDeclaration(at start: Int) -> Bool {
        if list.tokens[start].kind == .pound { return true }
        var parser = self
        parser.index = start
        _ = parser.parsePrefix()
        return list.isWord(at: parser.index) && DeclarationWords.keywords.contains(list.text(parser.index))
    }
}
