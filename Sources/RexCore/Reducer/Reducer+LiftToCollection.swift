// SPDX-License-Identifier: MIT

extension Reducer where StateType: Identifiable {
    /// A reducer of a whole collection that runs this one on the element with the id of the action.
    ///
    /// The element is changed in place. Nothing happens if there is no such element.
    ///
    /// ```swift
    /// let list = row.liftToCollection(action: \AppAction.row, stateCollection: \AppState.rows)
    /// ```
    ///
    /// - Parameters:
    ///   - action: the id and the action for the element, or nil.
    ///   - stateCollection: where the elements are kept; their ids are unique.
    /// - Complexity: O(1) on average in an array whose elements seldom move, since the reducer remembers where they
    ///   were; see Docs/Design. O(*n*) for an id that is not there.
    @inlinable public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection>(
        action: @escaping @Sendable (GlobalAction) -> ElementIDAction<StateType.ID, ActionType>?,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable
    ) -> Reducer<GlobalAction, GlobalState>
    where
        Elements: SendableMetatype, Elements.Element == StateType, StateType: SendableMetatype,
        StateType.ID: SendableMetatype
    {
        liftToCollection(action: action, stateCollection: stateCollection, identifiedBy: { $0.id })
    }
}

extension Reducer {
    /// A reducer of a whole collection whose elements are identified by one of their properties.
    ///
    /// See `liftToCollection(action:stateCollection:)`.
    @inlinable public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection, ID: Hashable>(
        action: @escaping @Sendable (GlobalAction) -> ElementIDAction<ID, ActionType>?,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable,
        identifier: any KeyPath<StateType, ID> & Sendable
    ) -> Reducer<GlobalAction, GlobalState>
    where Elements: SendableMetatype, Elements.Element == StateType, ID: SendableMetatype {
        liftToCollection(action: action, stateCollection: stateCollection, identifiedBy: { $0[keyPath: identifier] })
    }

    /// A reducer of a whole collection that runs this one on the element at the index of the action.
    ///
    /// The element is changed in place. Nothing happens if the index is out of bounds.
    @inlinable public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection>(
        action: @escaping @Sendable (GlobalAction) -> ElementIndexAction<Elements.Index, ActionType>?,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> where Elements: SendableMetatype, Elements.Element == StateType {
        .reduce { [reduce] global, globalState in
            guard let local = action(global) else { return }
            func reduceElement(in elements: inout Elements) {
                guard elements.startIndex <= local.index, local.index < elements.endIndex else { return }
                reduce(local.action, &elements[local.index])
            }
            reduceElement(in: &globalState[keyPath: stateCollection])
        }
    }

    /// A reducer of a whole dictionary that runs this one on the value under the key of the action.
    ///
    /// The value is changed in place. Nothing happens if there is no such key.
    @inlinable public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable>(
        action: @escaping @Sendable (GlobalAction) -> ElementIDAction<Key, ActionType>?,
        stateDictionary: any WritableKeyPath<GlobalState, [Key: StateType]> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> where Key: SendableMetatype {
        .reduce { [reduce] global, globalState in
            guard let local = action(global) else { return }
            func reduceValue(in values: inout [Key: StateType]) {
                guard let index = values.index(forKey: local.id) else { return }
                reduce(local.action, &values.values[index])
            }
            reduceValue(in: &globalState[keyPath: stateDictionary])
        }
    }

    @inlinable func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection, ID: Hashable>(
        action: @escaping @Sendable (GlobalAction) -> ElementIDAction<ID, ActionType>?,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable,
        identifiedBy identifier: @escaping @Sendable (StateType) -> ID
    ) -> Reducer<GlobalAction, GlobalState>
    where Elements: SendableMetatype, Elements.Element == StateType, ID: SendableMetatype {
        let table = ElementTable<ID>()
        return .reduce { [reduce] global, globalState in
            guard let local = action(global) else { return }
            func reduceElement(in elements: inout Elements) {
                guard let index = table.index(of: local.id, in: elements, by: identifier) else { return }
                reduce(local.action, &elements[index])
            }
            reduceElement(in: &globalState[keyPath: stateCollection])
        }
    }
}
