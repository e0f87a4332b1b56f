// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// Whether two values of a type look the same to a reader.
///
/// The comparison is chosen once for each type.
enum Sameness {
    /// Returns the comparison for a type: `==` if it is `Equatable`, otherwise a comparison of the
    /// stored values, as in the logger.
    static func of<Value>(_ type: Value.Type) -> (Value, Value) -> Bool {
        equality(of: type) ?? StateComparison.areSame
    }

    /// Returns the comparison by `==`, or nil if a type has none.
    static func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
        (type as? any Equatable.Type).map { equality(of: $0) }
    }

    /// Returns whether two values are the same.
    ///
    /// Fast if their bytes are equal, as with shared storage.
    static func areSame<Value>(_ old: Value, _ new: Value) -> Bool {
        haveSameBytes(old, new) || of(Value.self)(old, new)
    }

    private static func equality<Value, Equal: Equatable>(of type: Equal.Type) -> (Value, Value) -> Bool {
        { old, new in
            guard let old = old as? Equal, let new = new as? Equal else { return false }
            return RexCore.areSame(old, new)
        }
    }
}
