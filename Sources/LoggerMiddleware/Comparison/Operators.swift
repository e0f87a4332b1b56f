// SPDX-License-Identifier: MIT

/// The operators of types that are known only at run time.
enum Operators {
    /// Whether `==` says that two values are equal; nil if they have none or are of two types.
    static func areEqual(_ old: Any, _ new: Any) -> Bool? {
        func areEqual<Value: Equatable>(_ old: Value) -> Bool? {
            (new as? Value).map { old == $0 }
        }
        return (old as? any Equatable).flatMap { areEqual($0) }
    }

    /// The `==` of a type for values in memory, looked up once for many of them.
    static func equality<Value: Equatable>(of type: Value.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
        { $0.assumingMemoryBound(to: type).pointee == $1.assumingMemoryBound(to: type).pointee }
    }

    /// Whether a value comes first in a sorted text: by `<` where there is one, else by description.
    static func isOrdered(_ left: Any, before right: Any) -> Bool {
        func isLess<Value: Comparable>(_ left: Value) -> Bool? {
            (right as? Value).map { left < $0 }
        }
        return (left as? any Comparable).flatMap { isLess($0) } ?? (ValueText.short(left) < ValueText.short(right))
    }

    /// Sorts values for a text.
    static func sorted<Value>(_ values: [Value]) -> [Value] {
        values.sorted { isOrdered($0, before: $1) }
    }
}
