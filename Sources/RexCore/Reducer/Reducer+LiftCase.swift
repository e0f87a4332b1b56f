// SPDX-License-Identifier: MIT

// Lifts by case paths to parts of the state that may be absent. In a composition, these reducers
// run only for actions of their case.

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
        .forCase(of: path, lift(action: path.extract, optionalState: optionalState))
    }

    /// Lifts this reducer to a case of the global actions and to a case of the global state.
    ///
    /// See ``lift(action:caseState:)``.
    @_alwaysEmitIntoClient public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        caseState: CasePath<GlobalState, StateType>
    ) -> Reducer<GlobalAction, GlobalState> {
        .forCase(of: path, lift(action: path.extract, caseState: caseState))
    }

    /// Lifts this reducer of a value to a case of the global actions and to a dictionary.
    ///
    /// See ``liftToDictionary(action:stateDictionary:)``.
    @_alwaysEmitIntoClient public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & SendableMetatype>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, ActionType>>,
        stateDictionary: any WritableKeyPath<GlobalState, [Key: StateType]> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        .forCase(of: path, liftToDictionary(action: path.extract, stateDictionary: stateDictionary))
    }

    /// Returns the lifted reducer, to be called only for actions in the case of the path.
    @inlinable static func forCase<Local>(of path: CasePath<ActionType, Local>, _ lifted: Reducer) -> Reducer {
        guard let selector = path.selector else { return lifted }
        return Reducer(members: lifted.members.map { Member(for: selector, $0.make) })
    }
}

extension Reducer where StateType: Identifiable {
    /// Lifts this reducer of an element to a case of the global actions and to a collection.
    ///
    /// ```swift
    /// let app = row.liftToCollection(case: AppAction.prisms.row, stateCollection: \AppState.rows)
    /// ```
    ///
    /// See `liftToCollection(action:stateCollection:)`.
    @_alwaysEmitIntoClient public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection>(
        case path: CasePath<GlobalAction, ElementIDAction<StateType.ID, ActionType>>,
        stateCollection: any WritableKeyPath<GlobalState, Elements> & Sendable
    ) -> Reducer<GlobalAction, GlobalState>
    where
        Elements: SendableMetatype, Elements.Element == StateType, StateType: SendableMetatype,
        StateType.ID: SendableMetatype
    {
        .forCase(of: path, liftToCollection(action: path.extract, stateCollection: stateCollection))
    }
}
