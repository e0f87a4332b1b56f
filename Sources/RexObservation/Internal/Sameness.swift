// SPDX-License-Identifier: MIT

import StateComparison

/// True if two values of a type are the same to whoever reads them; decided once for a type.
enum Sameness {
    /// By `==` if there is one, else by a look inside of both, as a logger compares states.
    static func of<Value>(_ type: Value.Type) -> (Value, Value) -> Bool {
        guard let equatable = type as? any Equatable.Type else { return StateComparison.areSame }
        return equality(of: equatable)
    }

    /// Returns whether two values are the same; quick if their bytes are equal, as they are while
    /// they share their storage.
    static func areSame<Value>(_ old: Value, _ new: Value) -> Bool {
        Bytes.areIdentical(old, new) || of(Value.self)(old, new)
    }

    private static func equality<Value, Equal: Equatable>(of type: Equal.Type) -> (Value, Value) -> Bool {
        { old, new in
            (old as? Equal) == (new as? Equal) || StateComparison.areSame(old, new) && holdsNaN(new)
        }
    }

    /// Returns whether NaN is somewhere in a value, which then does not even equal itself.
    private static func holdsNaN(_ value: Any) -> Bool {
        var rest = [value]
        while let value = rest.popLast() {
            if let number = value as? any FloatingPoint, number.isNaN { return true }
            // Objects may be in circles.
            if !(type(of: value) is AnyClass) { rest += Mirror(reflecting: value).children.map(\.value) }
        }
        return false
    }
}
