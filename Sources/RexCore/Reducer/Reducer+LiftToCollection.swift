// SPDX-License-Identifier: MIT

extension Reducer where StateType: Identifiable {
    /// Lifts this reducer of one element to a collection, whose elements are found by their ids.
    ///
    /// The element is changed in place. Nothing happens if there is none with the id of the action,
    /// and of several with the same id one is changed.
    ///
    /// ```swift
    /// let list = row.liftToCollection(action: \AppAction.row, stateCollection: \AppState.rows)
    /// ```
    ///
    /// - Parameters:
    ///   - action: the id of the element and the action for it, or nil if none matches.
    ///   - stateCollection: where the global state has the elements.
    /// - Complexity: amortised O(1) in an array, also if elements come, go and shift at its ends,
    ///   since each store remembers where they were. O(*n*) for an id that is not there, for an
    ///   element that moved elsewhere, and in a collection without random access.
    @inlinable public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection>(
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
    /// Lifts this reducer of one element to a collection, whose elements are found by one of their
    /// properties.
    ///
    /// It does what the form for `Identifiable` elements does, with `identifier` in place of the
    /// id.
    @inlinable public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection, ID: Hashable>(
        action: @escaping @Sendable (GlobalAction) -> ElementIDAction<ID, ActionType>?,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable,
        identifier: any KeyPath<StateType, ID> & Sendable
    ) -> Reducer<GlobalAction, GlobalState>
    where Elements: SendableMetatype, Elements.Element == StateType, ID: SendableMetatype {
        liftToCollection(action: action, stateCollection: stateCollection, identifiedBy: PropertyID(identifier))
    }

    /// Lifts this reducer of one element to a collection, whose elements are found by their
    /// indices.
    ///
    /// The element is changed in place. Nothing happens if the index is out of bounds.
    @inlinable
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

    /// Lifts this reducer of one value to a dictionary, whose values are found by their keys.
    ///
    /// The value is changed in place. Nothing happens if there is none under the key that the
    /// action has as its id.
    @inlinable public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable>(
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
