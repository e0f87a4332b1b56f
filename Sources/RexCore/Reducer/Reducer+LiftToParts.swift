// SPDX-License-Identifier: MIT

// Lifts to parts of the state that may be absent. In a composition, these reducers run only for
// actions of their case.

extension Reducer {
    /// Lifts this reducer to a case of the global actions and to an optional part of the global
    /// state.
    ///
    /// ```swift
    /// let app = detail.lift(case: AppAction.prisms.detail, optionalState: \AppState.detail)
    /// ```
    ///
    /// The local state is changed in place. While it is nil, the reducer doesn't run.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        optionalState: any WritableKeyPath<GlobalState, StateType?> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        lifted(for: path.selector) { reduce in
            { global, globalState in
                guard let local = path.extract(global) else { return }
                func reduceValue(in optional: inout StateType?) {
                    guard var value = optional.take() else { return }
                    reduce(local, &value)
                    optional = value
                }
                reduceValue(in: &globalState[keyPath: optionalState])
            }
        }
    }

    /// Lifts this reducer to a case of the global actions and to a case of the global state.
    ///
    /// The payload of that case is the local state. While the state is in another case, the reducer
    /// doesn't run. Otherwise it runs on the extracted payload, which then replaces the old one.
    ///
    /// - Complexity: Debug builds copy each changed collection of the payload. In release builds,
    ///   the optimiser may avoid the copies.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        caseState: CasePath<GlobalState, StateType>
    ) -> Reducer<GlobalAction, GlobalState> {
        lifted(for: path.selector) { reduce in
            { global, globalState in
                guard let local = path.extract(global), var value = caseState.extract(globalState) else { return }
                reduce(local, &value)
                globalState = caseState.embed(value)
            }
        }
    }

    /// Lifts this reducer of a value to a case of the global actions and to a dictionary, and finds
    /// the values by their keys.
    ///
    /// The value is changed in place. The id of the action is the key. If the dictionary doesn't
    /// contain it, nothing happens.
    @_alwaysEmitIntoClient public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & SendableMetatype>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, ActionType>>,
        stateDictionary: any WritableKeyPath<GlobalState, [Key: StateType]> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        lifted(for: path.selector) { reduce in
            { global, globalState in
                guard let local = path.extract(global) else { return }
                func reduceValue(in values: inout [Key: StateType]) {
                    guard let index = values.index(forKey: local.id) else { return }
                    reduce(local.action, &values.values[index])
                }
                reduceValue(in: &globalState[keyPath: stateDictionary])
            }
        }
    }
}

extension Reducer where StateType: Identifiable {
    /// Lifts this reducer of an element to a case of the global actions and to a collection, and
    /// finds the elements by their ids.
    ///
    /// The element is changed in place. Without an element of that id, nothing happens. If several
    /// elements have the id, one of them is changed.
    ///
    /// ```swift
    /// let app = row.liftToCollection(case: AppAction.prisms.row, stateCollection: \AppState.rows)
    /// ```
    ///
    /// - Parameters:
    ///   - path: The case of the global actions. Its payload is the id of an element and an action
    ///     for it.
    ///   - stateCollection: The path from the global state to the collection.
    /// - Complexity: Amortised O(1) in an array, also if elements are added, removed or shifted at
    ///   its ends, since each store remembers their indices. O(*n*) if no element has the id, if
    ///   the element was moved, and in a collection without random access.
    @_alwaysEmitIntoClient public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection>(
        case path: CasePath<GlobalAction, ElementIDAction<StateType.ID, ActionType>>,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable
    ) -> Reducer<GlobalAction, GlobalState>
    where
        Elements: SendableMetatype, Elements.Element == StateType, StateType: SendableMetatype,
        StateType.ID: SendableMetatype
    {
        lifted(for: path.selector) { reduce in
            let table = ElementTable()
            return { global, globalState in
                guard let local = path.extract(global) else { return }
                func reduceElement(in elements: inout Elements) {
                    guard let index = table.index(of: local.id, in: elements) else { return }
                    reduce(local.action, &elements[index])
                }
                reduceElement(in: &globalState[keyPath: stateCollection])
            }
        }
    }
}
