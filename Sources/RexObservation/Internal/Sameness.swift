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
            guard let oldEqual = old as? Equal, let newEqual = new as? Equal else { return false }
            if oldEqual == newEqual { return true }
            return StateComparison.areSame(old, new) && (RexCore.areSame(oldEqual, newEqual) || holdsNaN(new))
        }
    }

    /// Returns whether a value contains NaN, also in an array that was created again.
    private static func holdsNaN(_ value: Any) -> Bool {
        var remaining = [value]
        while let value = remaining.popLast() {
            if let number = value as? any FloatingPoint, number.isNaN { return true }
            // Objects may contain cycles.
            if !(type(of: value) is AnyClass) { remaining += Mirror(reflecting: value).children.map(\.value) }
        }
        return false
    }
}
