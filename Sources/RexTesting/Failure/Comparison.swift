// SPDX-License-Identifier: MIT

import StateComparison

/// What differs between a value that was expected and the one that is there, as lines of a diff; nil if nothing does.
///
/// Values that call themselves equal are the same, whatever their parts are.
func difference<Value>(from expected: Value, to actual: Value) -> String? {
    guard !areEqual(expected, actual) else { return nil }
    let comparison = StateComparison(of: expected, and: actual)
    guard !comparison.changes.isEmpty else { return nil }
    let text = DiffText(changes: comparison.changes, linesOfContext: 2).text
    return comparison.isCut ? text + "\n… (more differences)" : text
}

private func areEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
    func compare<Known: Equatable>(_ lhs: Known) -> Bool { lhs == rhs as? Known }
    guard let lhs = lhs as? any Equatable else { return false }
    return compare(lhs)
}

/// A value on one line.
func text<Value>(_ value: Value) -> String {
    ValueText.short(value)
}
