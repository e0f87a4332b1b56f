// SPDX-License-Identifier: MIT

import StateComparison

/// Compares values as a test does.
enum ValueDifference {
    /// Returns the difference between two values, or nil if they are equal by `==` or have no
    /// difference.
    static func text<Value>(from old: Value, to new: Value) -> String? {
        guard !areEqual(old, new) else { return nil }
        let text = StateComparison(of: old, and: new).text
        return text.isEmpty ? nil : text
    }

    private static func areEqual<Value>(_ old: Value, _ new: Value) -> Bool {
        func compare<Known: Equatable>(_ old: Known) -> Bool { old == new as? Known }
        return (old as? any Equatable).map { compare($0) } ?? false
    }
}
