// SPDX-License-Identifier: MIT

/// The place of a case among the cases: a number, and the counts of the conditions before it.
struct Place {
    private var number = 0
    private var counts: [String] = []

    /// An expression.
    var text: String { ([String(number)] + counts).joined(separator: " + ") }

    /// The place behind some elements, if the first of them is at this one.
    func behind(_ elements: [EnumDeclaration.Element]) -> Place {
        var place = self
        for element in elements {
            switch element {
            case .enumCase: place.number += 1
            case .conditional(let condition, let clauses):
                if Self.hasCases(clauses) { place.counts.append("count\(condition)") }
            }
        }
        return place
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
