// SPDX-License-Identifier: MIT

/// The source code that `@Prism` adds to an enum.
package struct PrismCode {
    let declaration: EnumDeclaration
    let options: PrismOptions
    /// The modifiers for access, such as `public ` or `@usableFromInline `, or empty.
    ///
    /// Without a modifier, members are as visible as the enum.
    let access: String
    /// The type parameters of the enum and, if known, of the types around it.
    let typeParameters: [String]
    /// Whether an extension can name the enum.
    ///
    /// A file-scope extension can't see private types in a type.
    let isExtensible: Bool

    package init(
        declaration: EnumDeclaration,
        options: PrismOptions,
        access: String = "",
        typeParameters: [String],
        isExtensible: Bool
    ) {
        self.declaration = declaration
        self.options = options
        self.access = access
        self.typeParameters = typeParameters
        self.isExtensible = isExtensible
    }

    private var elements: [EnumDeclaration.Element] { declaration.elements }

    /// The members in the enum itself.
    package var members: String {
        var lines = cases { enumCase, _ in
            let code = PropertyCode(enumCase: enumCase, access: access)
            return code.property(settable: options.setters) + (options.isProperties ? code.isProperty() : [])
        }
        if !declares("caseIndex", isStatic: false) { lines += caseIndex }
        if !declares("caseCount", isStatic: true) { lines += caseCount }
        if options.casePaths {
            lines += paths
            if whereClause == nil { lines += namespace }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the extensions of the enum.
    package func extensions(of type: String, addingConformance: Bool) -> String {
        guard isExtensible else { return "" }
        var lines = addingConformance ? ["extension \(type): PrismIndexed {}"] : []
        if options.casePaths, let whereClause {
            lines += ["extension \(type) \(whereClause) {"] + namespace.map(indented) + ["}"]
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Case paths

    /// The clause for the case paths of a generic enum, or nil if they are available without a
    /// condition.
    ///
    /// The closures of a case path capture the type parameters of the enum and of the types around
    /// it. That is only safe if they are `SendableMetatype`. A property can't have a `where` clause,
    /// so the property `prisms` of a generic enum is in an extension with that clause.
    private var whereClause: String? {
        guard isExtensible, !typeParameters.isEmpty else { return nil }
        return "where " + typeParameters.map { "\($0): Swift.SendableMetatype" }.joined(separator: ", ")
    }

    private var namespace: [String] {
        [
            "/// The paths to the cases.",
            "\(access)nonisolated static var prisms: Prisms { Prisms() }",
        ]
    }

    /// RexCore's type is named only once, in `PrismCasePath`, so that a missing import is reported
    /// only once.
    private var paths: [String] {
        let counts = counts(of: elements)
        let properties = cases { enumCase, index in
            let code = PropertyCode(enumCase: enumCase, access: access)
            return code.cannotBeMade ? [] : code.path(in: declaration.name.text, index: index, counts: counts)
        }
        return ["/// The paths to the cases of `\(declaration.name.plain)`."]
            + ["\(access)nonisolated struct Prisms: Swift.Sendable \(whereClause.map { $0 + " " } ?? ""){"]
            + (["fileprivate init() {}", "\(access)typealias PrismCasePath = PrismPath"] + properties).map(indented)
            + ["}"]
    }

    // MARK: Indices of cases

    /// The compiler refuses an exhaustive switch over more than about 700 cases.
    private static let maxExhaustiveCases = 256

    private var caseIndex: [String] {
        let defaultName = nameOfDefaultCase
        var defaultLines: [String] = []
        let lines = cases { enumCase, index in
            guard enumCase.name == defaultName else { return ["case .\(enumCase.name.text): return \(index)"] }
            defaultLines = ["default: return \(index)"]
            return []
        }
        return ["/// The index of the case among the cases of the enum."]
            + ["\(access)nonisolated var caseIndex: Swift.Int {"]
            + counts(of: elements).map(indented)
            + ["    switch self {"]
            + (lines + defaultLines).map(indented)
            + ["    }", "}"]
    }

    /// The name of the case that `default` matches: in a large enum, the last case outside of all
    /// `#if` conditions.
    private var nameOfDefaultCase: EnumDeclaration.Name? {
        guard EnumDeclaration.cases(in: elements).count > Self.maxExhaustiveCases else { return nil }
        for case .enumCase(let last) in elements.reversed() { return last.name }
        return nil
    }

    private var caseCount: [String] {
        ["/// The number of cases."]
            + ["\(access)nonisolated static var caseCount: Swift.Int {"]
            + counts(of: elements).map(indented)
            + ["    return \(CaseIndex().index(after: elements).text)", "}"]
    }

    /// Returns constants with the number of cases that each `#if` includes.
    private func counts(of elements: [EnumDeclaration.Element]) -> [String] {
        var lines: [String] = []
        for case .conditional(let condition, let clauses) in elements where CaseIndex.hasCases(clauses) {
            for clause in clauses {
                lines += [clause.directive] + counts(of: clause.elements)
                lines += ["let count\(condition) = \(CaseIndex().index(after: clause.elements).text)"]
            }
            if clauses.last?.directive != "#else" { lines += ["#else", "let count\(condition) = 0"] }
            lines += ["#endif", "_ = count\(condition)"]
        }
        return lines
    }

    // MARK: Pieces

    /// Returns the lines for all cases, inside the `#if` directives of the cases.
    private func cases(_ lines: (EnumDeclaration.Case, _ index: String) -> [String]) -> [String] {
        func visit(_ elements: [EnumDeclaration.Element], from start: CaseIndex) -> [String] {
            var caseIndex = start
            var result: [String] = []
            for element in elements {
                switch element {
                case .enumCase(let enumCase): result += lines(enumCase, caseIndex.text)
                case .conditional(_, let clauses) where CaseIndex.hasCases(clauses):
                    for clause in clauses { result += [clause.directive] + visit(clause.elements, from: caseIndex) }
                    result.append("#endif")
                case .conditional: break
                }
                caseIndex = caseIndex.index(after: [element])
            }
            return result
        }
        return visit(elements, from: CaseIndex())
    }

    private func declares(_ name: String, isStatic: Bool) -> Bool {
        declaration.members.contains { $0.name == name && $0.isStatic == isStatic }
    }

    private func indented(_ line: String) -> String { "    " + line }
}
