// SPDX-License-Identifier: MIT

/// The index of a case: a number, and the counts of the conditional cases before it.
struct CaseIndex {
    private var number = 0
    private var counts: [String] = []

    /// The index as an expression.
    var text: String { ([String(number)] + counts).joined(separator: " + ") }

    /// Returns the index behind some elements, if the first of them is at this one.
    func behind(_ elements: [EnumDeclaration.Element]) -> CaseIndex {
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
        clauses.contains { clause in
            clause.elements.contains { element in
                switch element {
                case .enumCase: true
                case .conditional(_, let inner): hasCases(inner)
                }
            }
        }
    }
}
