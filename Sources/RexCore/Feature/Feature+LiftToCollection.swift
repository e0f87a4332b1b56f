// SPDX-License-Identifier: MIT

extension Feature where StateType: Identifiable, StateType.ID: Sendable {
    /// Lifts this feature of an element to a collection, and finds the elements by their ids.
    ///
    /// ```swift
    /// room.liftToCollection(case: AppAction.prisms.room, state: \.rooms, dependencies: \.api)
    /// ```
    ///
    /// Each element has its own effects. They end when any action removes the element. The store
    /// refuses actions for an element that isn't in the collection, as it does for a state that is
    /// nil; see `lift(case:state:absent:identity:dependencies:)`.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions. Its payload is the id of an element and an action
    ///     for it.
    ///   - state: The path from the global state to the collection. The ids of its elements are
    ///     unique.
    ///   - absent: With `.reachesParents`, an action for a missing element is not refused.
    ///   - dependencies: Returns the local dependencies. Without it, they are the same.
    @_alwaysEmitIntoClient public func liftToCollection<GlobalAction, GlobalState, Elements, GlobalDependencies>(
        case path: CasePath<GlobalAction, ElementIDAction<StateType.ID, ActionType>>,
        state: any WritableKeyPath<GlobalState, Elements> & Sendable,
        absent: AbsentPart = .refuses,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies>
    where Elements: MutableCollection & SendableMetatype, Elements.Element == StateType {
        lift(dependencies: dependencies).liftToCollection(case: path, state: state, absent: absent)
    }

    /// Lifts actions and state; see
    /// ``liftToCollection(case:state:absent:dependencies:)``.
    @_alwaysEmitIntoClient public func liftToCollection<GlobalAction, GlobalState, Elements>(
        case path: CasePath<GlobalAction, ElementIDAction<StateType.ID, ActionType>>,
        state: any WritableKeyPath<GlobalState, Elements> & Sendable,
        absent: AbsentPart = .refuses
    ) -> Feature<GlobalAction, GlobalState, Dependencies>
    where Elements: MutableCollection & SendableMetatype, Elements.Element == StateType {
        let access = PropertyAccess(state)
        let presence = presence.lifted(
            case: path,
            action: { $0.action },
            absent: absent,
            reason: { _ in path.goneReason("the element") },
            makeFind: {
                let (table, last) = (ElementTable(), LastOffset())
                return { action, whole, body in
                    whole.read(access) { elements in
                        let elements = elements.value
                        guard let index = table.index(of: action.id, in: elements, after: last) else {
                            return body(nil)
                        }
                        return StateReference.to(elements[index]) { body($0) }
                    }
                }
            }
        )
        return lifted(reducer.liftToCollection(case: path, stateCollection: state), presence: presence) {
            $0.liftToCollection(case: path, stateCollection: access.read)
        }
    }
}

extension Feature {
    /// Lifts this feature of a value to a dictionary, and finds the values by their keys.
    ///
    /// ```swift
    /// room.liftToDictionary(case: AppAction.prisms.room, state: \.roomsByName)
    /// ```
    ///
    /// The values behave like the elements of a collection, with the key in place of the id.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions. Its payload is a key and an action for its value.
    ///   - state: The path from the global state to the dictionary.
    ///   - absent: With `.reachesParents`, an action for a missing key is not refused.
    @_alwaysEmitIntoClient public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & Sendable>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, ActionType>>,
        state: any WritableKeyPath<GlobalState, [Key: StateType]> & Sendable,
        absent: AbsentPart = .refuses
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        let access = PropertyAccess(state)
        let presence = presence.lifted(
            case: path,
            action: { $0.action },
            absent: absent,
            reason: { _ in path.goneReason("the value") },
            makeFind: {
                { action, whole, body in
                    whole.read(access) { values in
                        guard let value = values.value[action.id] else { return body(nil) }
                        return StateReference.to(value) { body($0) }
                    }
                }
            }
        )
        return lifted(reducer.liftToDictionary(case: path, stateDictionary: state), presence: presence) {
            $0.liftToDictionary(case: path, stateDictionary: access.read)
        }
    }
}
