// SPDX-License-Identifier: MIT

extension Reducer where StateType: Identifiable {
    /// Lifts this reducer of an element to a collection, and finds the elements by their ids.
    ///
    /// The element is changed in place. Without an element of that id, nothing happens. If several
    /// elements have the id, one of them is changed.
    ///
    /// ```swift
    /// let list = row.liftToCollection(action: \AppAction.row, stateCollection: \AppState.rows)
    /// ```
    ///
    /// - Parameters:
    ///   - action: Returns the id of an element and the action for it, or nil if the action doesn't
    ///     match.
    ///   - stateCollection: The path from the global state to the collection.
    /// - Complexity: Amortised O(1) in an array, also if elements are added, removed or shifted at
    ///   its ends, since each store remembers their indices. O(*n*) if no element has the id, if
    ///   the element was moved, and in a collection without random access.
    @_alwaysEmitIntoClient public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection>(
        action: @escaping @Sendable (GlobalAction) -> ElementIDAction<StateType.ID, ActionType>?,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable
    ) -> Reducer<GlobalAction, GlobalState>
    where
        Elements: SendableMetatype, Elements.Element == StateType, StateType: SendableMetatype,
        StateType.ID: SendableMetatype
    {
        liftToCollection(action: action, stateCollection: stateCollection, identifiedBy: OwnID())
    }
}

extension Reducer {
    /// Lifts this reducer of an element to a collection, and finds the elements by a property.
    ///
    /// Works like the form for `Identifiable` elements, with `identifier` in place of the id.
    @_alwaysEmitIntoClient
    public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection, ID: Hashable>(
        action: @escaping @Sendable (GlobalAction) -> ElementIDAction<ID, ActionType>?,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable,
        identifier: any KeyPath<StateType, ID> & Sendable
    ) -> Reducer<GlobalAction, GlobalState>
    where Elements: SendableMetatype, Elements.Element == StateType, ID: SendableMetatype {
        liftToCollection(action: action, stateCollection: stateCollection, identifiedBy: PropertyID(identifier))
    }

    /// Lifts this reducer of an element to a collection, and finds the elements by their indices.
    ///
    /// The element is changed in place. If the index is out of bounds, nothing happens.
    @_alwaysEmitIntoClient
    public func liftToCollection<
        GlobalAction,
        GlobalState,
        Elements: MutableCollection & RandomAccessCollection
    >(
        action: @escaping @Sendable (GlobalAction) -> ElementIndexAction<Elements.Index, ActionType>?,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> where Elements: SendableMetatype, Elements.Element == StateType {
        lifted { reduce in
            { global, globalState in
                guard let local = action(global) else { return }
                func reduceElement(in elements: inout Elements) {
                    guard elements.startIndex <= local.index, local.index < elements.endIndex else { return }
                    reduce(local.action, &elements[local.index])
                }
                reduceElement(in: &globalState[keyPath: stateCollection])
            }
        }
    }

    /// Lifts this reducer of a value to a dictionary, and finds the values by their keys.
    ///
    /// The value is changed in place. The id of the action is the key. If the dictionary doesn't
    /// contain it, nothing happens.
    @_alwaysEmitIntoClient public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable>(
        action: @escaping @Sendable (GlobalAction) -> ElementIDAction<Key, ActionType>?,
        stateDictionary: any WritableKeyPath<GlobalState, [Key: StateType]> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> where Key: SendableMetatype {
        lifted { reduce in
            { global, globalState in
                guard let local = action(global) else { return }
                func reduceValue(in values: inout [Key: StateType]) {
                    guard let index = values.index(forKey: local.id) else { return }
                    reduce(local.action, &values.values[index])
                }
                reduceValue(in: &globalState[keyPath: stateDictionary])
            }
        }
    }

    @inlinable func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection, Identification>(
        action: @escaping @Sendable (GlobalAction) -> ElementIDAction<Identification.ID, ActionType>?,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable,
        identifiedBy identification: Identification
    ) -> Reducer<GlobalAction, GlobalState>
    where Elements: SendableMetatype, Elements.Element == StateType, Identification: ElementIdentification<StateType> {
        lifted { reduce in
            let table = ElementTable()
            return { global, globalState in
                guard let local = action(global) else { return }
                func reduceElement(in elements: inout Elements) {
                    guard let index = table.index(of: local.id, in: elements, by: identification) else { return }
                    reduce(local.action, &elements[index])
                }
                reduceElement(in: &globalState[keyPath: stateCollection])
            }
        }
    }
}
