// SPDX-License-Identifier: MIT

// The lifts to parts of a state that come and go, by case paths: in a composition they are called
// for the actions of their case only.

extension Reducer {
    /// Lifts this reducer to global actions that have a case for it, and to a state that is
    /// optional.
    ///
    /// ```swift
    /// let app = detail.lift(case: AppAction.prisms.detail, optionalState: \AppState.detail)
    /// ```
    ///
    /// The local state is changed in place. Nothing happens while it is nil.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        optionalState: any WritableKeyPath<GlobalState, StateType?> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        .forCase(of: path, lift(action: path.extract, optionalState: optionalState))
    }

    /// Lifts this reducer to global actions that have a case for it, and to a state that is an
    /// enum.
    ///
    /// See ``lift(action:caseState:)``.
    @inlinable public func lift<GlobalAction, GlobalState>(
        case path: CasePath<GlobalAction, ActionType>,
        caseState: CasePath<GlobalState, StateType>
    ) -> Reducer<GlobalAction, GlobalState> {
        .forCase(of: path, lift(action: path.extract, caseState: caseState))
    }

    /// Lifts this reducer of one value to global actions that have a case for it, and to a
    /// dictionary.
    ///
    /// See ``liftToDictionary(action:stateDictionary:)``.
    @inlinable public func liftToDictionary<GlobalAction, GlobalState, Key: Hashable & SendableMetatype>(
        case path: CasePath<GlobalAction, ElementIDAction<Key, ActionType>>,
        stateDictionary: any WritableKeyPath<GlobalState, [Key: StateType]> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        .forCase(of: path, liftToDictionary(action: path.extract, stateDictionary: stateDictionary))
    }

    /// Returns a reducer that is lifted by a case path, as one for the actions of that case.
    @inlinable static func forCase<Local>(of path: CasePath<ActionType, Local>, _ lifted: Reducer) -> Reducer {
        guard let selector = path.selector else { return lifted }
        return Reducer(members: lifted.members.map { Member(for: selector, $0.make) })
    }
}

extension Reducer where StateType: Identifiable {
    /// Lifts this reducer of one element to global actions that have a case for it, and to a
    /// collection.
    ///
    /// ```swift
    /// let app = row.liftToCollection(case: AppAction.prisms.row, stateCollection: \AppState.rows)
    /// ```
    ///
    /// See `liftToCollection(action:stateCollection:)`.
    @inlinable public func liftToCollection<GlobalAction, GlobalState, Elements: MutableCollection>(
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
