// SPDX-License-Identifier: MIT

extension Lift where State: Identifiable & Sendable, State.ID: Sendable {
    /// The elements of a collection, found by their ids.
    ///
    /// ```swift
    /// room.lift(.case(AppAction.prisms.room, each: \.rooms), dependencies: \.api)
    /// ```
    ///
    /// Each element has its own effects. They end when any action removes the element. For what happens
    /// to an action for an element that isn't in the collection, see ``Lift``. If several elements have
    /// the id, one of them is changed.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions. Its payload is the id of an element and an action
    ///     for it.
    ///   - elements: The path from the global state to the collection. The ids of its elements are
    ///     unique. The element is changed in place.
    ///   - absent: With `.reachesParents`, an action for a missing element is not refused.
    /// - Complexity: Amortised O(1) in an array, also if elements are added, removed or shifted at
    ///   its ends, since each store remembers their indices. O(*n*) if no element has the id, if
    ///   the element was moved, and in a collection without random access. Of lists in the rows of a
    ///   list, each store remembers 1,000.
    @_alwaysEmitIntoClient public static func `case`<Elements: MutableCollection & SendableMetatype>(
        _ path: CasePath<GlobalAction, ElementIDAction<State.ID, Action>>,
        each elements: any WritableKeyPath<GlobalState, Elements> & Sendable,
        absent: AbsentPart = .refuses
    ) -> Lift where Elements.Element == State {
        let access = PropertyAccess(elements)
        return Lift(
            path,
            named: "the element",
            at: "each of \(elements)",
            absent: absent,
            makeChange: {
                let tables = ElementTables<GlobalState>()
                return { id, whole, body in
                    let table = tables.table(in: whole)
                    access.change(&whole) { elements in
                        guard let index = table.index(of: id, in: elements) else { return }
                        body(&elements[index])
                    }
                }
            },
            makeFind: {
                let (tables, last) = (ElementTables<GlobalState>(), LastOffset())
                return { id, whole, body in
                    let table = tables.table(in: whole.value)
                    return whole.read(access) { elements in
                        let elements = elements.value
                        guard let index = table.index(of: id, in: elements, after: last) else { return body(nil) }
                        return StateReference.to(elements[index]) { body($0) }
                    }
                }
            },
            makeParts: { StateParts(elements: access.read) }
        )
    }
}
