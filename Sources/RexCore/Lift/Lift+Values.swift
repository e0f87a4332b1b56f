// SPDX-License-Identifier: MIT

extension Lift where State: Sendable {
    /// The values of a dictionary, found by their keys.
    ///
    /// ```swift
    /// room.lift(.case(AppAction.prisms.room, values: \.roomsByName))
    /// ```
    ///
    /// The values behave like the elements of a collection, with the key in place of the id; see
    /// ``case(_:each:absent:)``.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions. Its payload is a key and an action for its value.
    ///   - values: The path from the global state to the dictionary. The value is changed in place.
    ///   - absent: With `.reachesParents`, an action for a missing key is not refused.
    @_alwaysEmitIntoClient public static func `case`<Key: Hashable & Sendable>(
        _ path: CasePath<GlobalAction, ElementIDAction<Key, Action>>,
        values: any WritableKeyPath<GlobalState, [Key: State]> & Sendable,
        absent: AbsentPart = .refuses
    ) -> Lift {
        let access = PropertyAccess(values)
        return Lift(
            path,
            named: "the value",
            at: "values of \(values)",
            absent: absent,
            makeChange: {
                { key, whole, body in
                    access.change(&whole) { values in
                        guard let index = values.index(forKey: key) else { return }
                        body(&values.values[index])
                    }
                }
            },
            makeFind: {
                { key, whole, body in
                    whole.read(access) { values in
                        guard let value = values.value[key] else { return body(nil) }
                        return StateReference.to(value) { body($0) }
                    }
                }
            },
            makeParts: { StateParts(values: access.read) }
        )
    }
}
