// SPDX-License-Identifier: MIT

/// The operators of types that are known only at run time.
enum Operators {
    /// Returns whether `==` says that two values are equal; nil if they have none or are of two
    /// types.
    static func areEqual(_ old: Any, _ new: Any) -> Bool? {
        if let operators = TypeShape.of(type(of: old)).operators { return operators.areEqual(old, new) }
        func areEqual<Value: Equatable>(_ old: Value) -> Bool? {
            (new as? Value).map { old == $0 }
        }
        return (old as? any Equatable).flatMap { areEqual($0) }
    }

    /// Values in the order of their keys: by `<` where there is one, else by text, which is written
    /// once for each key.
    static func sorted<Value>(
        _ values: [Value],
        by key: (Value) -> Any,
        writing text: (Any) -> String = ValueText.short
    ) -> [Sorted<Value>] {
        let keys = values.map(key)
        func sortedByOrder<Key: Comparable>(as type: Key.Type) -> [Sorted<Value>]? {
            let typed = keys.compactMap { $0 as? Key }
            guard typed.count == keys.count else { return nil }
            return values.indices.sorted { typed[$0] < typed[$1] }.map { Sorted(value: values[$0], key: keys[$0]) }
        }
        guard let first = keys.first else { return [] }
        if let type = type(of: first) as? any Comparable.Type, let sorted = sortedByOrder(as: type) { return sorted }
        return zip(values, keys).map { Sorted(value: $0, key: $1, text: text($1)) }.sorted { $0.name < $1.name }
    }

    /// A value that has found its place, and what its key looks like if that was needed for it.
    struct Sorted<Value> {
        let value: Value
        let key: Any
        var text: String?

        /// The text of the key.
        var name: String { text ?? ValueText.short(key) }
    }
}
