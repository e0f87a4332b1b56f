// SPDX-License-Identifier: MIT

extension Feature where StateType: Identifiable, StateType.ID: Sendable {
    /// Lifts this feature of one element to a collection, whose elements are found by their ids.
    ///
    /// ```swift
    /// room.liftToCollection(case: AppAction.prisms.room, state: \.rooms, dependencies: \.api)
    /// ```
    ///
    /// Each element has its own effects, which end when it is gone, whichever action does it.
    /// Actions for an element that is not there are not processed.
    ///
    /// - Parameters:
    ///   - path: the case of the global actions, which has the id of an element and its action.
    ///   - state: where the global state has the elements; their ids are unique.
    ///   - dependencies: the local dependencies. Left out, they are the same.
    @inlinable public func liftToCollection<GlobalAction, GlobalState, Elements, GlobalDependencies>(
        case path: CasePath<GlobalAction, ElementIDAction<StateType.ID, ActionType>>,
        state: any WritableKeyPath<GlobalState, Elements> & Sendable,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies>
    where Elements: MutableCollection & SendableMetatype, Elements.Element == StateType {
        lift(dependencies: dependencies).liftToCollection(case: path, state: state)
    }

    /// Lifts actions and state; see ``liftToCollection(case:state:dependencies:)``.
    @inlinable public func liftToCollection<GlobalAction, GlobalState, Elements>(
        case path: CasePath<GlobalAction, ElementIDAction<StateType.ID, ActionType>>,
        state: any WritableKeyPath<GlobalState, Elements> & Sendable
    ) -> Feature<GlobalAction, GlobalState, Dependencies>
    where Elements: MutableCollection & SendableMetatype, Elements.Element == StateType {
        lifted(reducer.liftToCollection(case: path, stateCollection: state)) {
            $0.liftToCollection(case: path, stateCollection: reader(of: state))
        }
    }
}

extension Feature {
    /// Lifts this feature of one value to a dictionary, whose values are found by their keys.
    ///
    /// ```swift
    /// room.liftToDictionary(case: AppAction.prisms.room, state: \.roomsByName)
    /// ```
    ///
    /// What holds for the elements of a collection holds for the values, with the key in place of
    /// the id.
    ///
    /// - Parameters:
    ///   - path: the case of the global actions, which has a key and the action for its value.
    ///   - state: where the global state has the dictionary.
    ///   - dependencies: the local dependencies. Left out, they are the same.
    @inlinable public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & Sendable, GlobalDependencies>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, ActionType>>,
        state: any WritableKeyPath<GlobalState, [Key: StateType]> & Sendable,
        dependencies: @escaping @Sendable (GlobalDependencies) -> Dependencies
    ) -> Feature<GlobalAction, GlobalState, GlobalDependencies> {
        lift(dependencies: dependencies).liftToDictionary(case: path, state: state)
    }

    /// Lifts actions and state; see ``liftToDictionary(case:state:dependencies:)``.
    @inlinable public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & Sendable>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, ActionType>>,
        state: any WritableKeyPath<GlobalState, [Key: StateType]> & Sendable
    ) -> Feature<GlobalAction, GlobalState, Dependencies> {
        lifted(reducer.liftToDictionary(case: path, stateDictionary: state)) {
            $0.liftToDictionary(case: path, stateDictionary: reader(of: state))
        }
    }
}
