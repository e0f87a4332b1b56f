// SPDX-License-Identifier: MIT

/// The index of a case as an expression: a number plus the counts of earlier cases that are inside
/// `#if`.
struct CaseIndex {
    private var number = 0
    private var counts: [String] = []

    /// The source of the expression.
    var text: String { ([String(number)] + counts).joined(separator: " + ") }

    /// Returns the index after `elements`, if this is the index of the first one.
    func index(after elements: [EnumDeclaration.Element]) -> CaseIndex {
        var index = self
        for element in elements {
            switch element {
            case .enumCase: index.number += 1
            case .conditional(let condition, let clauses):
                if Self.hasCases(clauses) { index.counts.append("count\(condition)") }
            }
        }
        return index
    }

    static func hasCases(_ clauses: [EnumDeclaration.Clause]) -> Bool {
        clauses.contains { !EnumDeclaration.cases(in: $0.elements).isEmpty }
    }
}
