// SPDX-License-Identifier: MIT

/// The source that `@Prism` adds to an enum.
package struct PrismCode {
    let declaration: EnumDeclaration
    let options: PrismOptions
    /// `public `, `package ` or nothing: members of an enum are as visible as it is without a word
    /// of their own.
    let access: String
    /// The type parameters of the enum and, as far as they are known, of the types around it.
    let typeParameters: [String]
    /// True if an extension can name the enum; one in a file's scope sees no private types in a
    /// type.
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
            if !isConditional { lines += namespace }
        }
        return lines.joined(separator: "\n")
    }

    /// The extensions of the type.
    package func extensions(of type: String, addingConformance: Bool) -> String {
        guard isExtensible else { return "" }
        var lines = addingConformance ? ["extension \(type): PrismIndexed {}"] : []
        if options.casePaths, isConditional {
            lines += ["extension \(type) \(condition) {"] + namespace.map(indented) + ["}"]
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Case paths

    /// The closures of a path capture the types that the enum is generic over, which has to be
    /// safe.
    private var condition: String {
        "where " + typeParameters.map { "\($0): Swift.SendableMetatype" }.joined(separator: ", ")
    }

    /// A property cannot have a condition, so it moves to an extension that has it.
    private var isConditional: Bool { isExtensible && !typeParameters.isEmpty }

    private var namespace: [String] {
        [
            "/// The paths to the cases.",
            "\(access)nonisolated static var prisms: Prisms { Prisms() }",
        ]
    }

    /// RexCore's name stands in one place only, since the compiler complains about each one if it
    /// is not imported.
    private var paths: [String] {
        let counts = counts(of: elements)
        let properties = cases { enumCase, index in
            let code = PropertyCode(enumCase: enumCase, access: access)
            return code.cannotBeMade ? [] : code.path(in: declaration.name.text, index: index, counts: counts)
        }
        return ["/// The paths to the cases of `\(declaration.name.plain)`."]
            + ["\(access)nonisolated struct Prisms: Swift.Sendable \(isConditional ? condition + " " : ""){"]
            + (["fileprivate init() {}", "\(access)typealias PrismCasePath = PrismPath"] + properties).map(indented)
            + ["}"]
    }

    // MARK: Places of cases

    private var caseIndex: [String] {
        ["/// The place of the case among the cases of the enum."]
            + ["\(access)nonisolated var caseIndex: Swift.Int {"]
            + counts(of: elements).map(indented)
            + ["    switch self {"]
            + cases { enumCase, index in ["case .\(enumCase.name.text): return \(index)"] }.map(indented)
            + ["    }", "}"]
    }

    private var caseCount: [String] {
        ["/// How many cases the enum has."]
            + ["\(access)nonisolated static var caseCount: Swift.Int {"]
            + counts(of: elements).map(indented)
            + ["    return \(CaseIndex().behind(elements).text)", "}"]
    }

    /// Constants that say how many cases each condition of the compiler has let in.
    private func counts(of elements: [EnumDeclaration.Element]) -> [String] {
        var lines: [String] = []
        for case .conditional(let condition, let clauses) in elements where CaseIndex.hasCases(clauses) {
            for clause in clauses {
                lines += [clause.directive] + counts(of: clause.elements)
                lines += ["let count\(condition) = \(CaseIndex().behind(clause.elements).text)"]
            }
            if clauses.last?.directive != "#else" { lines += ["#else", "let count\(condition) = 0"] }
            lines += ["#endif", "_ = count\(condition)"]
        }
        return lines
    }

    // MARK: Pieces

    /// The lines of all cases, within the conditions that they are in.
    private func cases(_ lines: (EnumDeclaration.Case, _ index: String) -> [String]) -> [String] {
        func visit(_ elements: [EnumDeclaration.Element], from start: CaseIndex) -> [String] {
            var place = start
            var result: [String] = []
            for element in elements {
                switch element {
                case .enumCase(let enumCase): result += lines(enumCase, place.text)
                case .conditional(_, let clauses) where CaseIndex.hasCases(clauses):
                    for clause in clauses { result += [clause.directive] + visit(clause.elements, from: place) }
                    result.append("#endif")
                case .conditional: break
                }
                place = place.behind([element])
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
