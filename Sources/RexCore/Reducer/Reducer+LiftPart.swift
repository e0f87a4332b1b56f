// SPDX-License-Identifier: MIT

extension Reducer {
    /// A reducer of a part that may not be there; nothing happens while it is nil.
    ///
    /// The part is changed in place.
    @inlinable public func lift<GlobalAction, GlobalState>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?,
        optionalState: any WritableKeyPath<GlobalState, StateType?> & Sendable
    ) -> Reducer<GlobalAction, GlobalState> {
        .reduce { [reduce] global, globalState in
            guard let local = action(global) else { return }
            func reduceValue(in optional: inout StateType?) {
                guard var value = optional.take() else { return }
                reduce(local, &value)
                optional = value
            }
            reduceValue(in: &globalState[keyPath: optionalState])
        }
    }

    /// A reducer of the payload of one case of an enum; nothing happens while the state is in another case.
    ///
    /// - Complexity: one copy of the payload, where key paths need none: it is taken out, changed and put in again.
    @inlinable public func lift<GlobalAction, GlobalState>(
        action: @escaping @Sendable (GlobalAction) -> ActionType?,
        caseState: CasePath<GlobalState, StateType>
    ) -> Reducer<GlobalAction, GlobalState> {
        .reduce { [reduce] global, globalState in
            guard let local = action(global), var value = caseState.extract(globalState) else { return }
            reduce(local, &value)
            globalState = caseState.embed(value)
        }
    }

    /// A reducer of a part that closures take out of the whole and put into it again.
    ///
    /// For parts that no key path reaches. The part is always put back, changed or not.
    ///
    /// - Complexity: one copy of the part, where key paths need none: O(*n*) in an array that the reducer changes.
    @inlinable public func lift<GlobalAction, GlobalState>(
        actionGetter: @escaping @Sendable (GlobalAction) -> ActionType?,
        stateGetter: @escaping @Sendable (GlobalState) -> StateType,
        stateSetter: @escaping @Sendable (inout GlobalState, StateType) -> Void
    ) -> Reducer<GlobalAction, GlobalState> {
        .reduce { [reduce] global, globalState in
            guard let local = actionGetter(global) else { return }
            var value = stateGetter(globalState)
            reduce(local, &value)
            stateSetter(&globalState, value)
        }
    }
}
