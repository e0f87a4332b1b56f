// SPDX-License-Identifier: MIT

/// The operators of types that are only known at run time.
enum Operators {
    /// Returns whether two values are equal by `==`, or nil if they have no `==` or different
    /// types.
    static func areEqual(_ old: Any, _ new: Any) -> Bool? {
        if let operators = TypeShape.of(type(of: old)).operators { return operators.areEqual(old, new) }
        func areEqual<Value: Equatable>(_ old: Value) -> Bool? {
            (new as? Value).map { old == $0 }
        }
        return (old as? any Equatable).flatMap { areEqual($0) }
    }

    /// Returns values sorted by their keys: by `<` if the keys are comparable, otherwise by text.
    ///
    /// The text of each key is computed once.
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

    /// A sorted value with its key, and the text of the key if it was needed.
    struct Sorted<Value> {
        let value: Value
        let key: Any
        var text: String?

        /// The text of the key.
        var name: String { text ?? ValueText.short(key) }
    }
}
